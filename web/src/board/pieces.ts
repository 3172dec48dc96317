// The pieces, drawn by ourselves: discs with characters or icons, tiles from
// the back, western figures, stones. The two colours differ in shape as well.
import { s } from '../ui/dom';

export type PieceSet = 'characters' | 'icons';
export type XiangqiRole = 'general' | 'advisor' | 'elephant' | 'chariot' | 'horse' | 'cannon' | 'soldier';
export type ChessRole = 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';

const CHARACTERS: Record<XiangqiRole, [string, string]> = {
  general: ['帥', '將'], advisor: ['仕', '士'], elephant: ['相', '象'], chariot: ['俥', '車'],
  horse: ['傌', '馬'], cannon: ['炮', '砲'], soldier: ['兵', '卒'],
};

// Icons in a box from -30 to 30; `fill` parts are filled, the rest is drawn in line.
const ICONS: Record<XiangqiRole, { fill: string; line?: string }> = {
  // A crown.
  general: { fill: 'M-26 16V-14L-13 0 0-22 13 0 26-14V16ZM-26 21H26V27H-26Z' },
  // A scroll with its seal.
  advisor: { fill: 'M-18-24H12C20-24 20-12 12-12H10V14C10 26 24 24 22 14H28C30 30 12 32 4 27H-22C-30 25-28 13-20 14H-18Z', line: 'M-10-13H3M-10-3H3M-10 7H3' },
  // A head with ears and trunk.
  elephant: { fill: 'M-28-14C-24-26-10-24-8-20-4-25 6-25 9-20 14-25 28-22 28-8 28 4 18 8 14 6L12 14C12 26 24 24 22 16L28 18C28 34 6 34 4 18L2 10C-8 14-10 6-12 2-24 6-32-4-28-14Z' },
  // A wheel.
  chariot: { fill: 'M0-28A28 28 0 1 0 .1-28ZM0-20A20 20 0 1 1-.1-20Z', line: 'M0-20V20M-20 0H20M-14-14 14 14M14-14-14 14' },
  // A horse's head.
  horse: { fill: 'M-16 28C-18 10-4 6-6-4-12 0-18 4-24 2L-26-6C-18-10-12-22-4-24L-2-30 5-24C22-20 26 4 20 28Z' },
  // A barrel on its wheel.
  cannon: { fill: 'M-28 2 16-24 26-10-14 16C-22 20-32 10-28 2ZM6 4A12 12 0 1 0 6.1 4ZM6 12A4 4 0 1 1 5.9 12Z' },
  // A shield with a sword.
  soldier: { fill: 'M-20-22H20V0C20 14 8 24 0 29-8 24-20 14-20 0Z', line: 'M0-14V18M-9 6H9' },
};

// Western figures in a box from -40 to 40.
const FIGURES: Record<ChessRole, string> = {
  pawn: 'M0-28A12 12 0 0 1 8-7L14-3V2H8C9 12 14 20 20 24V33H-20V24C-14 20-9 12-8 2H-14V-3L-8-7A12 12 0 0 1 0-28Z',
  rook: 'M-24-30H-14V-22H-6V-30H6V-22H14V-30H24V-14L17-8V14L24 22V33H-24V22L-17 14V-8L-24-14Z',
  knight: 'M-20 33C-22 14-4 8-6-2-12 2-20 8-26 6L-30-2C-22-8-16-22-8-26L-6-34 3-27C24-24 32 6 24 33Z',
  bishop: 'M0-38A5 5 0 0 1 4-30C16-22 20-6 11 6L14 14H10C12 20 18 22 26 24V33H-26V24C-18 22-12 20-10 14H-14L-11 6C-20-6-16-22-4-30A5 5 0 0 1 0-38ZM-2-20V-14H-8V-9H-2V0H3V-9H9V-14H3V-20Z',
  queen: 'M-32-22A5 5 0 1 1-26-18L-14-4-10-26A5 5 0 1 1-5-27L0-6 5-27A5 5 0 1 1 10-26L14-4 26-18A5 5 0 1 1 32-22L22 14V20L26 26V33H-26V26L-22 20V14Z',
  king: 'M-3-38H3V-32H9V-26H3V-20C8-22 14-24 20-22 34-18 34-2 22 12V20L26 26V33H-26V26L-22 20V12C-34-2-34-18-20-22-14-24-8-22-3-20V-26H-9V-32H-3Z',
};

/** A disc (red) or an eight-sided tile (black) with a character or an icon. */
export function xiangqiPiece(role: XiangqiRole, second: boolean, set: PieceSet): SVGElement {
  const cls = `disc ${second ? 'black' : 'red'}`;
  const rim = second
    ? [octagon(45, 'rim'), octagon(37, 'ring')]
    : [s('circle', { cls: 'rim', r: 45 }), s('circle', { cls: 'ring', r: 38 })];
  const face = set === 'icons'
    ? s('g', { cls: 'icon', transform: 'scale(1.02)' },
      s('path', { cls: 'iconfill', d: ICONS[role].fill, 'fill-rule': 'evenodd' }),
      ICONS[role].line ? s('path', { cls: 'iconline', d: ICONS[role].line }) : null)
    : s('text', { cls: 'han', y: 18, 'text-anchor': 'middle' }, CHARACTERS[role][second ? 1 : 0]);
  return s('g', { cls }, ...rim, face);
}

export function character(role: XiangqiRole, second: boolean): string {
  return CHARACTERS[role][second ? 1 : 0];
}

function octagon(r: number, cls: string): SVGElement {
  const k = r * 0.46;
  return s('path', { cls, d: `M${-k} ${-r}H${k}L${r} ${-k}V${k}L${k} ${r}H${-k}L${-r} ${k}V${-k}Z` });
}

/** A tile from the back; `owner` tints the back where its owner is known. */
export function backPiece(owner: 'none' | 'red' | 'black'): SVGElement {
  const rim = owner === 'black' ? octagon(45, 'rim') : s('circle', { cls: 'rim', r: 45 });
  return s('g', { cls: `back ${owner}` }, rim,
    s('circle', { cls: 'ring', r: 33 }),
    s('path', { cls: 'knot', d: 'M-16 0C-16-16 16 16 16 0S-16 16-16 0ZM0-16C-16-16 16 16 0 16S16-16 0-16Z' }));
}

/** A western figure. */
export function chessPiece(role: ChessRole, second: boolean): SVGElement {
  return s('g', { cls: `figure ${second ? 'black' : 'white'}` }, s('path', { d: FIGURES[role], 'fill-rule': 'evenodd', transform: 'scale(1.12)' }));
}

export function stone(second: boolean): SVGElement {
  return s('g', { cls: `stone ${second ? 'white' : 'black'}` }, s('circle', { r: 47 }), second ? null : s('circle', { cls: 'shine', cx: -14, cy: -16, r: 10 }));
}
