import { describe, expect, it } from 'vitest';
import { blake3 } from '../src/fair/blake3';
import luckVectors from './luck-vectors.json';
import { dealOf, diceRoll, sameDeal, sha256 } from '../src/fair/luck';

const hex = (words: Uint32Array): string => [...new Uint8Array(words.buffer)].map((b) => b.toString(16).padStart(2, '0')).join('');

describe('fair luck', () => {
  it('hashes as the published vectors of BLAKE3', () => {
    // Input bytes 0, 1, 2, ..., 250, 0, ...: the first 32 bytes of the outputs.
    const input = (n: number): Uint8Array => Uint8Array.from({ length: n }, (_, i) => i % 251);
    expect(hex(blake3(input(0)))).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
    expect(hex(blake3(input(1)))).toBe('2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213');
    expect(hex(blake3(input(1024)))).toBe('42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7');
  });

  it('deals and rolls as the server does', () => {
    const vectors = luckVectors as { game: string; run: string; deal: string; rolls?: string[] }[];
    expect(vectors.length).toBeGreaterThan(2);
    for (const v of vectors) {
      const deal = dealOf(v.game, v.run);
      expect(deal && sameDeal(v.game, deal, v.deal), `${v.game} ${v.run}: ${deal} against ${v.deal}`).toBe(true);
      v.rolls?.forEach((roll, n) => expect(diceRoll(v.deal, n)).toBe(roll));
    }
  });

  it('commits to the bytes of the secret', async () => {
    const secret = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
    expect(await sha256(secret)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  });
});
