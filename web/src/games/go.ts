// Go: stones on the points of a square board, from a diagram or SGF setup.
import { goBoard, squareName, type Geometry, type Square } from '../board/geometry';
import { stone } from '../board/pieces';
import { type GameView, type Shown } from './types';

const DOT = /[.+]/;

/** Reads rows of `X`, `O` and `.`; names along the edges are passed over. */
function readDiagram(text: string): { geometry: Geometry; placement: Map<Square, string> } | null {
  const rows: string[] = [];
  for (const raw of text.split(/[\n/|]/)) {
    const row = raw.replace(/^\s*\d+\s+/, '').replace(/\s+\d+\s*$/, '').replace(/\s+/g, '');
    if (/^[XO.+#*xo@]+$/.test(row) && row.length >= 2) rows.push(row);
  }
  const size = rows.length;
  if (size < 2 || size > 19 || rows.some((r) => r.length !== size)) return null;
  const geometry = goBoard(size);
  const placement = new Map<Square, string>();
  rows.forEach((row, i) => [...row].forEach((c, f) => {
    if (DOT.test(c)) return;
    placement.set(squareName(geometry, f, size - 1 - i), /[Xx#*@]/.test(c) && c !== 'O' && c !== 'o' ? 'X' : 'O');
  }));
  return { geometry, placement };
}

/** The setup stones and plain moves of the main line, without captures. */
function readSgf(text: string): { geometry: Geometry; placement: Map<Square, string> } | null {
  if (!text.trim().startsWith('(')) return null;
  const size = Number(/SZ\[(\d+)\]/.exec(text)?.[1] ?? 19);
  if (!(size >= 2 && size <= 19)) return null;
  const geometry = goBoard(size);
  const placement = new Map<Square, string>();
  const point = (p: string): Square => squareName(geometry, p.charCodeAt(0) - 97, size - 1 - (p.charCodeAt(1) - 97));
  for (const m of text.matchAll(/(A?[BW]|AE)((?:\s*\[[a-s]{2}\])+)/g)) {
    for (const p of (m[2] ?? '').matchAll(/\[([a-s]{2})\]/g)) {
      if (m[1] === 'AE') placement.delete(point(p[1] ?? ''));
      else placement.set(point(p[1] ?? ''), m[1]?.endsWith('B') ? 'X' : 'O');
    }
  }
  return { geometry, placement };
}

export const go: GameView = {
  name: 'go',
  read(position): Shown | null {
    const found = readSgf(position) ?? readDiagram(position);
    if (!found) return null;
    return { ...found, pools: [], dice: [] };
  },
  steps(token) {
    const m = /^(?:[bwBW]\s+)?([a-hj-tA-HJ-T]\d{1,2})/.exec(token.trim());
    if (!m) return null;
    const sq = (m[1] ?? '').toUpperCase();
    return [{ from: sq, to: sq }];
  },
  event: () => null,
  eventPieces: () => [],
  piece: (code) => stone(code === 'O'),
  pieceKey: (code) => ({ side: code === 'X' ? 'black' : 'white', kind: 'stone' }),
  hidden: () => false,
  touch: (placement) => new Map(placement),
  deal: () => new Map(),
  palette: ['X', 'O'],
  sides: [{ name: 'black', letter: 'b' }, { name: 'white', letter: 'w' }],
  write(old, placement, side) {
    const shown = this.read(old);
    const size = shown?.geometry.files ?? 19;
    const g = goBoard(size);
    const rows: string[] = [];
    for (let r = size - 1; r >= 0; r--) {
      let row = '';
      for (let f = 0; f < size; f++) row += placement.get(squareName(g, f, r)) ?? '.';
      rows.push(row);
    }
    return `${rows.join('\n')}\n; ${side === 'b' ? 'black' : 'white'} to move`;
  },
  starts: [{ name: '9×9', position: '9x9' }, { name: '13×13', position: '13x13' }, { name: '19×19', position: '19x19' }],
  wide: false,
};
