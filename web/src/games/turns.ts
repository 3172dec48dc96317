// Legal decisions as touches: which squares lead where, given what was touched already.
import type { Square } from '../board/geometry';
import type { GameView, Step } from './types';

export interface Branch { step: Step; move: string; last: boolean }

/** The touches that may come after `made`, each with a decision that begins so. */
export function branches(view: GameView, legal: readonly string[], made: readonly Step[]): Branch[] {
  const out: Branch[] = [];
  const seen = new Set<string>();
  for (const move of legal) {
    const steps = view.steps(move);
    if (!steps || steps.length <= made.length) continue;
    if (!made.every((m, i) => same(m, steps[i]))) continue;
    const step = steps[made.length];
    if (!step) continue;
    const last = steps.length === made.length + 1;
    const key = `${step.from}${step.to}${step.promotion ?? ''}${last ? '!' : ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    out.push({ step, move, last });
  }
  return out;
}

export function same(a: Step, b: Step | undefined): boolean {
  return b !== undefined && a.from === b.from && a.to === b.to && (a.promotion ?? '') === (b.promotion ?? '');
}

export function destinations(list: readonly Branch[]): Map<Square, Square[]> {
  const dests = new Map<Square, Square[]>();
  for (const { step } of list) {
    const to = dests.get(step.from);
    if (!to) dests.set(step.from, [step.to]);
    else if (!to.includes(step.to)) to.push(step.to);
  }
  return dests;
}
