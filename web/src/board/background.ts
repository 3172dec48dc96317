// What lies under the pieces: cells or lines, names of files and ranks.
import { s } from '../ui/dom';
import { screenSize, squareName, toScreen, type Geometry, type Orientation } from './geometry';

export type BoardStyle = 'classic' | 'checkered';
const U = 100;

export function background(g: Geometry, o: Orientation, style: BoardStyle, names: 'none' | 'edge' | 'each'): SVGElement[] {
  const { width, height } = screenSize(g, o);
  const out: SVGElement[] = [s('rect', { cls: `ground ${g.decor}`, x: -3, y: -3, width: width * U + 6, height: height * U + 6, rx: 8 })];
  const cells = g.kind === 'cells' || (style === 'checkered' && g.decor === 'xiangqi');
  if (cells) out.push(...cellRects(g, o, g.decor === 'checker' || style === 'checkered'));
  else out.push(...lines(g, o));
  if (names !== 'none') out.push(...coordinateTexts(g, o, names));
  return out;
}

function cellRects(g: Geometry, o: Orientation, checker: boolean): SVGElement[] {
  const out: SVGElement[] = [];
  for (let r = 0; r < g.ranks; r++) {
    for (let f = 0; f < g.files; f++) {
      const { x, y } = toScreen(g, o, f, r);
      const dark = checker ? (f + r) % 2 === 0 : false;
      out.push(s('rect', { cls: dark ? 'dark' : 'light', x: x * U + (checker ? 0 : 2), y: y * U + (checker ? 0 : 2), width: U - (checker ? 0 : 4), height: U - (checker ? 0 : 4), rx: checker ? 0 : 6 }));
    }
  }
  if (g.decor === 'xiangqi') {
    // The river stays visible as a band between the halves.
    const a = toScreen(g, o, 0, 4);
    const b = toScreen(g, o, 0, 5);
    const y = Math.max(a.y, b.y) * U;
    if (!o.upright) out.push(s('line', { cls: 'river', x1: 0, x2: g.files * U, y1: y, y2: y }));
  }
  return out;
}

function lines(g: Geometry, o: Orientation): SVGElement[] {
  const out: SVGElement[] = [];
  const at = (f: number, r: number): { x: number; y: number } => {
    const p = toScreen(g, o, f, r);
    return { x: (p.x + 0.5) * U, y: (p.y + 0.5) * U };
  };
  const line = (f1: number, r1: number, f2: number, r2: number): void => {
    const a = at(f1, r1);
    const b = at(f2, r2);
    out.push(s('line', { cls: 'line', x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
  };
  for (let r = 0; r < g.ranks; r++) line(0, r, g.files - 1, r);
  for (let f = 0; f < g.files; f++) {
    if (g.decor === 'xiangqi' && f > 0 && f < g.files - 1) {
      line(f, 0, f, 4);
      line(f, 5, f, 9);
    } else line(f, 0, f, g.ranks - 1);
  }
  if (g.decor === 'xiangqi') {
    for (const r of [0, 7]) {
      line(3, r, 5, r + 2);
      line(5, r, 3, r + 2);
    }
    for (const [f, r] of [[1, 2], [7, 2], [1, 7], [7, 7], [0, 3], [2, 3], [4, 3], [6, 3], [8, 3], [0, 6], [2, 6], [4, 6], [6, 6], [8, 6]] as const) {
      const { x, y } = at(f, r);
      for (const sx of [-1, 1]) {
        // No tick beyond the edge of the board.
        const beyond = o.upright ? false : (x + sx * U < 0 || x + sx * U > g.files * U);
        if (beyond) continue;
        for (const sy of [-1, 1]) {
          out.push(s('path', { cls: 'tick', d: `M${x + sx * 7} ${y + sy * 19}V${y + sy * 7}H${x + sx * 19}` }));
        }
      }
    }
    const a = at(0, 4);
    const b = at(8, 5);
    const cx = (a.x + b.x) / 2;
    const cy = (a.y + b.y) / 2;
    if (!o.upright) {
      out.push(s('text', { cls: 'rivertext', x: cx - 2.2 * U, y: cy + 16, 'text-anchor': 'middle' }, '楚 河'));
      out.push(s('text', { cls: 'rivertext', x: cx + 2.2 * U, y: cy + 16, 'text-anchor': 'middle' }, '漢 界'));
    }
  }
  if (g.decor === 'go') {
    const n = g.files;
    const edge = n >= 13 ? 3 : n >= 7 ? 2 : -1;
    const spots = edge < 0 ? [] : [edge, n - 1 - edge];
    if (n % 2 === 1 && edge >= 0) spots.push((n - 1) / 2);
    for (const f of spots) {
      for (const r of spots) {
        const centre = (n - 1) / 2;
        if (n < 13 && (f === centre) !== (r === centre)) continue;
        const { x, y } = at(f, r);
        out.push(s('circle', { cls: 'star', cx: x, cy: y, r: 9 }));
      }
    }
  }
  return out;
}

function coordinateTexts(g: Geometry, o: Orientation, names: 'edge' | 'each'): SVGElement[] {
  const out: SVGElement[] = [];
  if (names === 'each') {
    for (let r = 0; r < g.ranks; r++) {
      for (let f = 0; f < g.files; f++) {
        const { x, y } = toScreen(g, o, f, r);
        out.push(s('text', { cls: 'coord each', x: x * U + 6, y: y * U + 20 }, squareName(g, f, r)));
      }
    }
    return out;
  }
  const { width, height } = screenSize(g, o);
  const across = o.upright ? g.rankNames : g.fileNames;
  const down = o.upright ? g.fileNames : g.rankNames;
  for (let x = 0; x < width; x++) {
    const i = o.flipped ? width - 1 - x : x;
    out.push(s('text', { cls: 'coord', x: (x + 0.5) * U, y: height * U + 25, 'text-anchor': 'middle' }, across[i] ?? ''));
  }
  for (let y = 0; y < height; y++) {
    const turned = o.upright ? y : height - 1 - y;
    const i = o.flipped ? height - 1 - turned : turned;
    out.push(s('text', { cls: 'coord', x: -18, y: (y + 0.5) * U + 8, 'text-anchor': 'middle' }, down[i] ?? ''));
  }
  return out;
}
