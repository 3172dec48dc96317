import { en, type Catalogue } from './en';
export const ru: Catalogue = { ...en };
