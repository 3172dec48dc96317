import { describe, expect, it } from 'vitest';
import type { Judged } from '../src/api';
import { accuracyOf, seatSum, sizeWord, worst } from '../src/review/sums';
import { follow, mainLine, path, remove, root, sibling } from '../src/review/tree';

describe('sums', () => {
  const accuracy = (before: number, after: number): number => {
    const drop = before - after;
    return drop <= 0 ? 100 : Math.max(0, Math.min(100, 103.1668100711649 * Math.exp(-0.04354415386753951 * drop) - 3.166924740191411 + 1));
  };

  it('agrees with the published accuracy of a game', () => {
    // Expected results of the first mover; the fact sheet's check: 57.254 and 76.989.
    const w = [50, 48, 55, 40, 45, 30];
    const moves = w.slice(1).map((after, i) => ({
      first: i % 2 === 0, accuracy: i % 2 === 0 ? accuracy(w[i]!, after) : accuracy(100 - w[i]!, 100 - after),
    }));
    const of = (first: boolean): number | null => accuracyOf(w, moves.map((m) => ({ own: m.first === first, accuracy: m.accuracy })));
    expect(of(true)).toBeCloseTo(57.254, 2);
    expect(of(false)).toBeCloseTo(76.989, 2);
  });

  const ply = (n: number, loss: number, luck: number | null): Judged => ({
    ply: n, seat: n % 2 ? 'second' : 'first', side: null, token: '', decision: '', best_score: 0, best: '', played_score: 0, loss, mark: '', accuracy: 100, gap: 0,
    lines: [], chance: luck === null ? null : { event: '', expected: 0, realised: luck, luck, outcomes: [] }, nodes: 1, depth: 1,
  });

  it('keeps decision and luck apart and gives each seat the luck of both', () => {
    const plies = [ply(0, 40_000, 100_000), ply(1, 0, -60_000), ply(2, 200_000, null)];
    const first = seatSum(plies, 'first');
    const second = seatSum(plies, 'second');
    expect(first.loss).toBeCloseTo(12);
    expect(first.luck).toBeCloseTo(8);
    expect(second.luck).toBeCloseTo(-8);
    expect(worst(plies, 1)[0]!.ply).toBe(2);
    expect(['tiny', 'small', 'moderate', 'big', 'huge', 'decisive']).toEqual([1, 3, 7, 12, 30, 40].map(sizeWord));
  });
});

describe('tree', () => {
  it('keeps the main line and variations apart', () => {
    const top = root();
    const a = follow(top, ['a']);
    const b = follow(a, ['b']);
    const c = follow(top, ['c', 'R']);
    expect(mainLine(top)).toEqual([top, a, b]);
    expect([a.main, b.main, c.main]).toEqual([1, 2, -1]);
    expect(follow(top, ['a'])).toBe(a);
    expect(path(c)).toEqual(['c', 'R']);
    expect(sibling(a, 1)).toBe(c);
    expect(remove(c)).toBe(top);
    expect(top.children).toEqual([a]);
  });
});
