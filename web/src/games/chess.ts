// Dice Chess and chess share their pieces.
import { chessBoard, coordinates, readPlacement, squareName, writePlacement, type Square } from '../board/geometry';
import { chessPiece, type ChessRole } from '../board/pieces';
import { simpleTouch, type GameView, type Shown, type Step } from './types';

const ROLES: Record<string, ChessRole> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const isUpper = (c: string): boolean => c === c.toUpperCase();
const STEP = /^([a-h][1-8])([a-h][1-8])([qrbnQRBN])?/;

/** A step as people see it: the rook goes with a castling king, the pawn that
 * is taken in passing vanishes. For pictures of half a turn only; the server's
 * position replaces it. */
function touch(placement: ReadonlyMap<Square, string>, step: Step): Map<Square, string> {
  const piece = placement.get(step.from) ?? '';
  const next = simpleTouch(placement, step);
  const a = coordinates(chessBoard, step.from);
  const b = coordinates(chessBoard, step.to);
  if (!a || !b) return next;
  if (piece.toLowerCase() === 'k' && Math.abs(a.file - b.file) === 2) {
    const corner = squareName(chessBoard, b.file > a.file ? 7 : 0, a.rank);
    const rook = next.get(corner);
    if (rook) {
      next.delete(corner);
      next.set(squareName(chessBoard, (a.file + b.file) / 2, a.rank), rook);
    }
  }
  if (piece.toLowerCase() === 'p' && a.file !== b.file && !placement.has(step.to)) next.delete(squareName(chessBoard, b.file, a.rank));
  if (step.promotion) next.set(step.to, isUpper(piece) ? step.promotion.toUpperCase() : step.promotion.toLowerCase());
  return next;
}

function base(name: string): GameView {
  return {
    name,
    read(position): Shown | null {
      const fields = position.trim().split(/\s+/);
      const placement = readPlacement(chessBoard, fields[0] ?? '');
      if (!placement) return null;
      const dice = fields[6] && fields[6] !== '-' ? [...fields[6]] : [];
      return { geometry: chessBoard, placement, pools: [], dice };
    },
    steps(token) {
      const turn = token.split(/[=/ ]/)[0] ?? '';
      const steps: Step[] = [];
      for (const part of turn.split(',')) {
        const m = STEP.exec(part);
        if (!m) return null;
        steps.push({ from: m[1] ?? '', to: m[2] ?? '', promotion: m[3]?.toLowerCase() });
      }
      return steps;
    },
    event: (token) => /=([PNBRQK]+)$/i.exec(token)?.[1] ?? null,
    eventPieces: (event) => [...event],
    piece: (code) => chessPiece(ROLES[code.toLowerCase()] ?? 'pawn', !isUpper(code)),
    pieceKey: (code) => ({ side: isUpper(code) ? 'white' : 'black', kind: ROLES[code.toLowerCase()] ?? 'pawn' }),
    hidden: () => false,
    touch,
    deal: () => new Map(),
    palette: [...'KQRBNPkqrbnp'],
    sides: [{ name: 'white', letter: 'w' }, { name: 'black', letter: 'b' }],
    write(old, placement, side) {
      const fields = old.trim().split(/\s+/);
      const rights = [...(fields[2] ?? '-')].filter((c) => {
        const white = isUpper(c);
        const rank = white ? '1' : '8';
        const rook = `${c.toLowerCase() === 'k' ? 'h' : 'a'}${rank}`;
        return 'KQkq'.includes(c) && placement.get(`e${rank}`) === (white ? 'K' : 'k') && placement.get(rook) === (white ? 'R' : 'r');
      }).join('') || '-';
      return `${writePlacement(chessBoard, placement)} ${side} ${rights} - 0 1`;
    },
    wide: false,
  };
}

/** The engine plays chess with at most four men, by exact tables and tables of advice. */
export const chess: GameView = {
  ...base('chess'),
  starts: [
    { name: 'KRK', position: '8/8/8/4k3/8/8/8/KR6 w - - 0 1' },
    { name: 'KQK', position: '8/8/8/4k3/8/8/8/KQ6 w - - 0 1' },
    { name: 'KBBK', position: '8/8/8/4k3/8/8/8/K1BB4 w - - 0 1' },
    { name: 'KPK', position: '8/8/8/4k3/8/4K3/4P3/8 w - - 0 1' },
  ],
};
export const dicechess = base('dicechess');
