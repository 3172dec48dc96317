// Boards as data: which squares there are, what they are called, how they lie on the screen.

export type Square = string;

export interface Geometry {
  kind: 'cells' | 'points';
  files: number;
  ranks: number;
  /** Names along the bottom and the side, in board order. */
  fileNames: readonly string[];
  rankNames: readonly string[];
  decor: 'plain' | 'checker' | 'xiangqi' | 'go';
}

/** How the board lies: turned about, or with a quarter turn (a wide board on a tall screen). */
export interface Orientation {
  flipped: boolean;
  upright: boolean;
}

const letters = (n: number, skipI = false): string[] =>
  [...'abcdefghijklmnopqrstuvwxyz'].filter((c) => !skipI || c !== 'i').slice(0, n);
const numbers = (n: number, from: number): string[] => Array.from({ length: n }, (_, i) => String(i + from));

export const banqiBoard: Geometry = { kind: 'cells', files: 8, ranks: 4, fileNames: letters(8), rankNames: numbers(4, 1), decor: 'plain' };
export const chessBoard: Geometry = { kind: 'cells', files: 8, ranks: 8, fileNames: letters(8), rankNames: numbers(8, 1), decor: 'checker' };
export const xiangqiBoard: Geometry = { kind: 'points', files: 9, ranks: 10, fileNames: letters(9), rankNames: numbers(10, 0), decor: 'xiangqi' };
export function goBoard(size: number): Geometry {
  return {
    kind: 'points', files: size, ranks: size,
    fileNames: letters(size, true).map((c) => c.toUpperCase()),
    rankNames: numbers(size, 1), decor: 'go',
  };
}

export function squareName(g: Geometry, file: number, rank: number): Square {
  return `${g.fileNames[file] ?? '?'}${g.rankNames[rank] ?? '?'}`;
}

export function allSquares(g: Geometry): Square[] {
  const all: Square[] = [];
  for (let r = 0; r < g.ranks; r++) for (let f = 0; f < g.files; f++) all.push(squareName(g, f, r));
  return all;
}

export function coordinates(g: Geometry, sq: Square): { file: number; rank: number } | null {
  const m = /^([a-zA-Z])(\d+)$/.exec(sq);
  if (!m) return null;
  const file = g.fileNames.findIndex((n) => n.toLowerCase() === m[1]?.toLowerCase());
  const rank = g.rankNames.indexOf(m[2] ?? '');
  return file < 0 || rank < 0 ? null : { file, rank };
}

export function screenSize(g: Geometry, o: Orientation): { width: number; height: number } {
  return o.upright ? { width: g.ranks, height: g.files } : { width: g.files, height: g.ranks };
}

/** Column and row on the screen, from the top left. */
export function toScreen(g: Geometry, o: Orientation, file: number, rank: number): { x: number; y: number } {
  const f = o.flipped ? g.files - 1 - file : file;
  const r = o.flipped ? g.ranks - 1 - rank : rank;
  // A quarter turn of the usual picture (a1 at the bottom left).
  return o.upright ? { x: r, y: f } : { x: f, y: g.ranks - 1 - r };
}

export function fromScreen(g: Geometry, o: Orientation, x: number, y: number): Square | null {
  const f = o.upright ? y : x;
  const r = o.upright ? x : g.ranks - 1 - y;
  const file = o.flipped ? g.files - 1 - f : f;
  const rank = o.flipped ? g.ranks - 1 - r : r;
  if (file < 0 || rank < 0 || file >= g.files || rank >= g.ranks) return null;
  return squareName(g, file, rank);
}

/** Reads the board part of a position text: top rank first, `/` between ranks,
 * digits for runs of empty squares, one letter a piece. `null` if it does not fit. */
export function readPlacement(g: Geometry, text: string): Map<Square, string> | null {
  const rows = text.trim().split('/');
  if (rows.length !== g.ranks) return null;
  const placement = new Map<Square, string>();
  for (let i = 0; i < rows.length; i++) {
    let file = 0;
    for (const c of (rows[i] ?? '').replace(/\d+/g, (d) => ' '.repeat(Math.min(99, d.length > 1 && Number(d) <= g.files ? Number(d) : [...d].reduce((a, b) => a + Number(b), 0))))) {
      if (c !== ' ') {
        if (file >= g.files) return null;
        placement.set(squareName(g, file, g.ranks - 1 - i), c);
      }
      file++;
    }
    if (file !== g.files) return null;
  }
  return placement;
}

export function writePlacement(g: Geometry, placement: ReadonlyMap<Square, string>): string {
  const rows: string[] = [];
  for (let rank = g.ranks - 1; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < g.files; file++) {
      const piece = placement.get(squareName(g, file, rank));
      if (!piece) {
        empty++;
        continue;
      }
      if (empty) row += String(empty);
      empty = 0;
      row += piece;
    }
    rows.push(row + (empty ? String(empty) : ''));
  }
  return rows.join('/');
}
