// The game as a curve; a press or a drag jumps to a move.
import type { Judged } from '../api';
import { t } from '../i18n';
import { s } from '../ui/dom';
import { firstSeatValues } from './sums';

const W = 1000;
const H = 100;

export function graph(total: number, plies: readonly Judged[], now: number, jump: (ply: number) => void): SVGSVGElement {
  const x = (ply: number): number => (total === 0 ? 0 : (ply / total) * W);
  const values = firstSeatValues(plies);
  const d = values.map((v, i) => `${i ? 'L' : 'M'}${x(v.ply).toFixed(1)} ${(H - v.value).toFixed(2)}`).join('');
  const first = values[0];
  const last = values.at(-1);
  const area = first && last ? `${d}L${x(last.ply)} ${H}L${x(first.ply)} ${H}Z` : '';
  const marks: SVGElement[] = [];
  for (const p of plies) {
    const v = values.find((q) => q.ply === p.ply);
    if (!v) continue;
    // Ellipses, for the picture is stretched.
    if (p.mark) marks.push(s('ellipse', { cx: x(p.ply), cy: H - v.value, rx: 4.5, ry: 3.2, cls: p.mark === '?!' ? 'mkmid' : 'mkbad' }));
    else if (p.chance && Math.abs(p.chance.luck) >= 200_000) marks.push(s('ellipse', { cx: x(p.ply), cy: H - v.value, rx: 4.5, ry: 3.2, cls: 'mkluck' }));
  }
  const el = s('svg', {
    cls: 'graph', viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: 'none', role: 'slider', tabindex: 0, 'aria-label': t('an.graph'),
    'aria-valuemin': 0, 'aria-valuemax': total, 'aria-valuenow': now,
  },
    s('path', { cls: 'area', d: area }), s('line', { cls: 'mid', x1: 0, x2: W, y1: H / 2, y2: H / 2 }), s('path', { cls: 'curve', d }),
    ...marks, s('line', { cls: 'cursor', x1: x(now), x2: x(now), y1: 0, y2: H }));
  const at = (e: PointerEvent): void => {
    const box = el.getBoundingClientRect();
    jump(Math.max(0, Math.min(total, Math.round(((e.clientX - box.left) / box.width) * total))));
  };
  el.addEventListener('pointerdown', (e) => {
    at(e);
    el.setPointerCapture?.(e.pointerId);
  });
  el.addEventListener('pointermove', (e) => { if (e.buttons & 1) at(e); });
  el.addEventListener('keydown', (e) => {
    const step = e.key === 'ArrowLeft' ? -1 : e.key === 'ArrowRight' ? 1 : e.key === 'PageDown' ? -10 : e.key === 'PageUp' ? 10 : 0;
    if (!step) return;
    e.preventDefault();
    e.stopPropagation();
    jump(Math.max(0, Math.min(total, now + step)));
  });
  return el;
}
