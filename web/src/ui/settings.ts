// What the user chose, kept in the browser.

export type Lang = 'en' | 'zh-Hans' | 'zh-Hant' | 'ru';

export interface Settings {
  lang: Lang;
  theme: 'light' | 'dark' | 'system';
  pieces: 'characters' | 'icons';
  boardStyle: 'classic' | 'checkered';
  coordinates: 'edge' | 'none' | 'each';
  sound: boolean;
  animation: boolean;
  arrows: boolean;
  bar: boolean;
  upright: boolean;
}

const KEY = 'touchstone.settings';

function guessLang(): Lang {
  for (const tag of globalThis.navigator?.languages ?? []) {
    const t = tag.toLowerCase();
    if (t.startsWith('zh')) return /hant|tw|hk|mo/.test(t) ? 'zh-Hant' : 'zh-Hans';
    if (t.startsWith('ru')) return 'ru';
    if (t.startsWith('en')) return 'en';
  }
  return 'en';
}

function read(): Settings {
  const fallback: Settings = {
    lang: guessLang(),
    theme: 'system',
    pieces: 'characters',
    boardStyle: 'classic',
    coordinates: 'edge',
    sound: false,
    animation: true,
    arrows: true,
    bar: true,
    upright: false,
  };
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return fallback;
  }
}

export const settings: Settings = read();
const listeners = new Set<() => void>();

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  for (const l of listeners) l();
}

export function onChange(f: () => void): () => void {
  listeners.add(f);
  return () => listeners.delete(f);
}
