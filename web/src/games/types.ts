// What the page has to know of a game: its board, its texts, its pieces. No rules.
import type { Geometry, Square } from '../board/geometry';
import type { PieceSet } from '../board/pieces';

/** One touch of the board: from a square to a square (the same one for a flip or a drop). */
export interface Step { from: Square; to: Square; promotion?: string }

export interface Shown {
  geometry: Geometry;
  placement: Map<Square, string>;
  /** Pieces that are not seen: the bag, or each side's pool. */
  pools: { owner: string | null; pieces: { code: string; count: number }[] }[];
  /** Dice that are left to use, as piece codes. */
  dice: string[];
}

export interface GameView {
  name: string;
  /** Reads a position text; `null` if it is not one. */
  read(position: string): Shown | null;
  /** The touches of a decision or token; `null` for one that is none (a pass). */
  steps(token: string): Step[] | null;
  /** What luck brought, as the token says it. */
  event(token: string): string | null;
  /** Pieces that an event shows. */
  eventPieces(event: string): string[];
  piece(code: string, set: PieceSet): SVGElement;
  /** Keys of the catalogue: the colour's and the piece's. */
  pieceKey(code: string): { side: string | null; kind: string };
  /** Whether the piece has its back up. */
  hidden(code: string): boolean;
  /** The board after one touch, to show a turn half made. */
  touch(placement: ReadonlyMap<Square, string>, step: Step): Map<Square, string>;
  /** What lay under the squares, from a record's deal. */
  deal(text: string, start: string): Map<Square, string>;
  /** Pieces that an editor offers. */
  palette: string[];
  /** Writes a position text from an edited board, over the old text. */
  write(old: string, placement: ReadonlyMap<Square, string>, side: string): string;
  /** The side to move in a position text, and what an editor offers. */
  sides: { name: string; letter: string }[];
  /** Positions to begin from, where the engine plays not every one; a name of each. */
  starts?: { name: string; position: string }[];
  /** A square board's stones belong to lines. */
  wide: boolean;
}

export function simpleTouch(placement: ReadonlyMap<Square, string>, step: Step): Map<Square, string> {
  const next = new Map(placement);
  const piece = next.get(step.from);
  if (piece === undefined || step.from === step.to) return next;
  next.delete(step.from);
  next.set(step.to, piece);
  return next;
}
