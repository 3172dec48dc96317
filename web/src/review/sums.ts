// Sums over a judged game: decision and luck apart, accuracy as lichess publishes it.
import type { Judged, SeatName } from '../api';

export const POINT = 20_000;

/** Expected result in per cent of a score in millionths. */
export function percent(score: number): number {
  return 50 + score / POINT;
}

export interface SeatSum {
  /** Points lost by decisions. */
  loss: number;
  /** Points that luck gave this seat in all, both seats' events counted. */
  luck: number;
  accuracy: number | null;
  marks: Record<'?!' | '?' | '??', number>;
}

/** The value of the position before each judged ply, for the first seat, in per cent. */
export function firstSeatValues(plies: readonly Judged[]): { ply: number; value: number }[] {
  return plies.map((p) => ({ ply: p.ply, value: percent(p.seat === 'first' ? p.best_score : -p.best_score) }));
}

export function seatSum(plies: readonly Judged[], seat: SeatName): SeatSum {
  const own = plies.filter((p) => p.seat === seat);
  let luck = 0;
  for (const p of plies) if (p.chance) luck += (p.seat === seat ? 1 : -1) * p.chance.luck;
  const marks = { '?!': 0, '?': 0, '??': 0 };
  for (const p of own) if (p.mark) marks[p.mark]++;
  return {
    loss: own.reduce((n, p) => n + p.loss, 0) / POINT,
    luck: luck / POINT,
    accuracy: gameAccuracy(plies, seat),
    marks,
  };
}

/** The mean of weighted and harmonic mean; weights from how much the game swung (lichess). */
export function gameAccuracy(plies: readonly Judged[], seat: SeatName): number | null {
  const values = firstSeatValues(plies).map((v) => v.value);
  const last = plies.at(-1);
  if (!last) return null;
  values.push(percent(last.seat === 'first' ? last.played_score : -last.played_score));
  return accuracyOf(values, plies.map((p) => ({ own: p.seat === seat, accuracy: p.accuracy })));
}

export function accuracyOf(values: readonly number[], moves: readonly { own: boolean; accuracy: number }[]): number | null {
  const n = moves.length;
  const size = Math.max(2, Math.min(8, Math.floor(n / 10)));
  const windows: number[][] = [];
  const first = values.slice(0, size);
  for (let i = 0; i < size - 2; i++) windows.push(first);
  for (let i = 0; i + size <= values.length; i++) windows.push(values.slice(i, i + size));
  let weighted = 0;
  let weights = 0;
  let inverse = 0;
  let count = 0;
  moves.forEach((m, i) => {
    if (!m.own) return;
    const w = Math.max(0.5, Math.min(12, deviation(windows[i] ?? first)));
    weighted += w * m.accuracy;
    weights += w;
    inverse += 1 / Math.max(1, m.accuracy);
    count++;
  });
  if (count === 0 || weights === 0) return null;
  return (weighted / weights + count / inverse) / 2;
}

function deviation(xs: readonly number[]): number {
  const mean = xs.reduce((a, b) => a + b, 0) / xs.length;
  return Math.sqrt(xs.reduce((a, b) => a + (b - mean) ** 2, 0) / xs.length);
}

/** The decisions that cost most, dearest first. */
export function worst(plies: readonly Judged[], n: number): Judged[] {
  return plies.filter((p) => p.loss > 0).sort((a, b) => b.loss - a.loss).slice(0, n);
}

export function sizeWord(points: number): 'tiny' | 'small' | 'moderate' | 'big' | 'huge' | 'decisive' {
  const p = Math.round(Math.abs(points));
  return p < 2 ? 'tiny' : p < 5 ? 'small' : p < 10 ? 'moderate' : p < 20 ? 'big' : p < 35 ? 'huge' : 'decisive';
}
