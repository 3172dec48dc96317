// Values as people read them: exact, bound and proved look different.
import type { Value } from '../api';
import { number, signed, t } from '../i18n';
import { h } from '../ui/dom';
import { percent, POINT } from './sums';
import type { GameView } from '../games';
import { named } from '../i18n';
import { miniPiece } from '../pages/parts';

export function valueEl(v: Value): HTMLElement {
  const sign = v.kind === 'at_least' ? '≥ ' : v.kind === 'at_most' ? '≤ ' : '';
  const words = [v.kind === 'exact' ? t('an.exact') : v.kind === 'at_least' ? t('an.at_least') : t('an.at_most')];
  let end = '';
  if (v.proved) words.push(t('an.proved'));
  if (v.end) end = ` · ${v.end.result === 'win' ? t('an.win_in', { n: v.end.plies }) : v.end.result === 'loss' ? t('an.loss_in', { n: v.end.plies }) : t('an.draw_end')}`;
  return h('span', { cls: `value ${v.kind === 'exact' ? 'exact' : 'bound'}${v.proved ? ' proved' : ''}`, title: words.join(', ') },
    `${sign}${number(v.percent, 1)} %${end}`, v.proved ? h('span', { cls: 'sr-only' }, ` ${t('an.proved')}`) : null);
}

export interface TableRow { event: string; weight: number; total: number; score: number; reply: string | null; ends?: string | null; proved: boolean }

/** Colour of a value between loss and win; the number stands beside it. */
export function shade(score: number): string {
  const v = Math.max(0, Math.min(1, percent(score) / 100));
  return `hsl(${Math.round(v * 130)} 55% 42%)`;
}

/** The table of what could come: how likely, how good, what ends the game. */
export function outcomeTable(view: GameView, rows: readonly TableRow[], came: string | null): HTMLElement {
  const sorted = [...rows].sort((a, b) => b.weight - a.weight || b.score - a.score);
  const total = rows.reduce((n, r) => n + r.weight, 0) || 1;
  const mean = rows.reduce((n, r) => n + r.weight * r.score, 0) / total;
  const bars = h('div', { cls: 'bars', 'aria-hidden': 'true' });
  for (const r of [...rows].sort((a, b) => a.score - b.score)) {
    const bar = h('div', { cls: r.event === came ? 'came' : '', title: `${r.event}: ${number(percent(r.score), 1)} %` });
    bar.style.width = `${(100 * r.weight) / total}%`;
    bar.style.background = shade(r.score);
    bars.append(bar);
  }
  return h('div', { cls: 'outcomes' }, h('h3', {}, t('an.outcomes')), bars, h('div', { cls: 'scroll' }, h('table', { cls: 'grid' },
    h('thead', {}, h('tr', {}, h('th', {}, t('an.event')), h('th', { cls: 'num' }, t('an.chance')), h('th', { cls: 'num' }, t('an.value')), h('th', {}, t('an.reply')))),
    h('tbody', {}, ...sorted.map((r) => h('tr', { cls: r.event === came ? 'came' : '' },
      h('td', {}, ...view.eventPieces(r.event).map((c) => miniPiece(view, c, 26)), ` ${r.event}`, r.event === came ? h('b', {}, ` ← ${t('an.came')}`) : null),
      h('td', { cls: 'num' }, `${r.weight}/${total} · ${number((100 * r.weight) / total, 1)} %`),
      h('td', { cls: `num ${r.proved ? 'value proved' : ''}` }, `${number(percent(r.score), 1)} %`),
      h('td', {}, r.ends ? t('an.ends', { why: named('reason', r.ends) }) : r.reply ?? ''))),
      h('tr', {}, h('th', { scope: 'row' }, t('an.mean')), h('td', {}), h('td', { cls: 'num' }, `${number(percent(mean), 1)} %`), h('td', {}))))));
}

export function points(millionths: number): string {
  return signed(millionths / POINT, 1);
}
