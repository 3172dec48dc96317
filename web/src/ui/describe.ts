// Moves, pieces and results in words.
import type { Verdict } from '../api';
import type { GameView, Shown } from '../games';
import { named, number, t } from '../i18n';

export function pieceName(view: GameView, code: string): string {
  const { side, kind } = view.pieceKey(code);
  const name = named('piece', kind);
  return side === null ? name : t('piece.with_side', { side: named('adj', side), piece: name });
}

/** A token in words: who moved what where, what turned up and how likely that was. */
export function describe(view: GameView, token: string, before: Shown | null): string {
  const steps = view.steps(token);
  const event = view.event(token);
  if (!steps || steps.length === 0) return /pass/i.test(token) ? t('say.pass') : token;
  const words: string[] = [];
  let placement: ReadonlyMap<string, string> = before?.placement ?? new Map<string, string>();
  for (const step of steps) {
    const piece = placement.get(step.from);
    const target = placement.get(step.to);
    if (step.from === step.to) words.push(piece === undefined ? t('say.put', { to: step.to }) : t('say.flip', { square: step.from }));
    else if (target !== undefined) {
      words.push(t('say.take', { piece: piece ? pieceName(view, piece) : '', from: step.from, to: step.to, target: pieceName(view, target) }));
    } else words.push(t('say.move', { piece: piece ? pieceName(view, piece) : '', from: step.from, to: step.to }));
    placement = view.touch(placement, step);
  }
  if (event) {
    const codes = view.eventPieces(event);
    const names = codes.map((c) => pieceName(view, c)).join(', ');
    words.push(t('say.event', { what: names, odds: odds(before, codes) }));
  }
  return words.join('; ');
}

function odds(before: Shown | null, codes: string[]): string {
  const code = codes[0];
  if (!before || codes.length !== 1 || code === undefined) return '';
  const pool = before.pools.find((p) => p.pieces.some((x) => x.code === code));
  const total = pool?.pieces.reduce((n, p) => n + p.count, 0) ?? 0;
  const count = pool?.pieces.find((p) => p.code === code)?.count ?? 0;
  return total > 0 ? t('say.odds', { count: number(count), total: number(total) }) : '';
}

export function verdictText(v: Verdict): string {
  const why = named('reason', v.reason);
  if (v.winner === null) return t('end.draw', { why });
  const who = v.side ? named('side', v.side) : named('seat', v.winner);
  return t('end.win', { who, why });
}
