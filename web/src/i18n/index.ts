// One key, one text, in four languages. Plurals by Intl.PluralRules: a key may
// have forms `key#one`, `key#few`, `key#many`, `key#other`.
import { settings, type Lang } from '../ui/settings';
import { en, type Catalogue } from './en';
import { zhHans } from './zh-Hans';
import { zhHant } from './zh-Hant';
import { ru } from './ru';

export const catalogues: Record<Lang, Catalogue> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant, ru };
export type Key = keyof Catalogue;

export const languages: { tag: Lang; name: string }[] = [
  { tag: 'en', name: 'English' },
  { tag: 'zh-Hans', name: '简体中文' },
  { tag: 'zh-Hant', name: '繁體中文' },
  { tag: 'ru', name: 'Русский' },
];

function insert(text: string, words: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in words ? String(words[name]) : whole));
}

export function t(key: Key, words: Record<string, string | number> = {}): string {
  return insert(catalogues[settings.lang][key], words);
}

/** A text that may be missing (names that the server brings): itself then. */
export function named(prefix: string, name: string): string {
  const key = `${prefix}.${name}`;
  const found = (catalogues[settings.lang] as Record<string, string>)[key];
  return found ?? name.replace(/_/g, ' ');
}

/** `plural('moves', 3)` takes the form of `moves#...` that the language wants. */
export function plural(stem: 'count.moves' | 'count.nodes' | 'count.plies', n: number): string {
  const form = new Intl.PluralRules(settings.lang).select(n);
  const all = catalogues[settings.lang] as Record<string, string>;
  const text = all[`${stem}#${form}`] ?? all[`${stem}#other`] ?? stem;
  return insert(text, { n: number(n) });
}

export function number(n: number, digits = 0): string {
  return new Intl.NumberFormat(settings.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n);
}

export function signed(n: number, digits = 1): string {
  return new Intl.NumberFormat(settings.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  }).format(n);
}
