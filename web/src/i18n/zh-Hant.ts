import { en, type Catalogue } from './en';
export const zhHant: Catalogue = { ...en };
