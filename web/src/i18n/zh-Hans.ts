import { en, type Catalogue } from './en';
export const zhHans: Catalogue = { ...en };
