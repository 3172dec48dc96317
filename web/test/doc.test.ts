import { describe, expect, it } from 'vitest';
import { docOf, pack, recordOf, unpack } from '../src/pages/doc';

describe('games in links', () => {
  it('come back as they went', async () => {
    const doc = { game: 'jieqi', rules: 'mistboard', start: 'start', first: ['a3a4=P', 'b9c7=n'], second: ['a3a4=P', 'b9c7=nx=R'], deal: 'x'.repeat(30) };
    expect(await unpack(await pack(doc))).toEqual(doc);
  });

  it('never break on other words', async () => {
    for (const word of ['', '!!', 'AAAA', 'x'.repeat(999), '%', '💥']) expect(await unpack(word)).toBeNull();
  });

  it('come from records and go back to them', () => {
    const record = { schema: 1, game: 'jieqi', rules: 'x', start: 'start', seats: [{ name: 'a' }, { name: 'b' }], plies: [{ seat: 'first', move: 'm=P', other: 'm' }, { seat: 'second', move: 'n' }], result: { winner: 'first', reason: 'r' } };
    const doc = docOf(record);
    expect(doc.first).toEqual(['m=P', 'n']);
    expect(doc.second).toEqual(['m', 'n']);
    expect(recordOf(doc).plies[0]).toEqual({ seat: 'first', move: 'm=P', other: 'm' });
  });
});
