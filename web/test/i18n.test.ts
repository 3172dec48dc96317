import { describe, expect, it } from 'vitest';
import { catalogues, plural } from '../src/i18n';
import { change } from '../src/ui/settings';

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '').sort();

describe('catalogues', () => {
  const en = catalogues.en as Record<string, string>;
  for (const [tag, catalogue] of Object.entries(catalogues)) {
    const texts = catalogue as Record<string, string>;
    it(`${tag} has every key and no other`, () => {
      expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    });
    it(`${tag} has the same words to fill in, and no empty text`, () => {
      for (const key of Object.keys(en)) {
        expect(texts[key], key).not.toBe('');
        expect(holes(texts[key] ?? ''), key).toEqual(holes(en[key] ?? ''));
      }
    });
    if (tag !== 'en') {
      it(`${tag} is translated`, () => {
        const same = Object.keys(en).filter((k) => texts[k] === en[k] && !/^(play\.level_n|lab\.elo)$/.test(k));
        expect(same).toEqual([]);
      });
    }
  }

  it('takes the plural forms of the language', () => {
    change({ lang: 'ru' });
    expect([1, 3, 5, 21].map((n) => plural('count.moves', n))).toEqual(['1 ход', '3 хода', '5 ходов', '21 ход']);
    change({ lang: 'en' });
    expect([1, 2].map((n) => plural('count.moves', n))).toEqual(['1 move', '2 moves']);
  });

  it('knows every key that the code asks for', () => {
    const asked = new Set<string>();
    const files = import.meta.glob<string>('../src/**/*.ts', { query: '?raw', eager: true, import: 'default' });
    expect(Object.keys(files).length).toBeGreaterThan(20);
    for (const text of Object.values(files)) for (const m of text.matchAll(/\bt\('([\w.]+)'/g)) asked.add(m[1] ?? '');
    expect([...asked].filter((k) => !(k in en))).toEqual([]);
  });
});
