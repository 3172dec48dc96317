// Banqi and Jieqi share their pieces.
import { banqiBoard, readPlacement, squareName, allSquares, writePlacement, xiangqiBoard, type Square } from '../board/geometry';
import { backPiece, xiangqiPiece, type XiangqiRole } from '../board/pieces';
import { simpleTouch, type GameView, type Shown, type Step } from './types';

const ROLES: Record<string, XiangqiRole> = {
  g: 'general', k: 'general', a: 'advisor', e: 'elephant', b: 'elephant', r: 'chariot', h: 'horse', n: 'horse', c: 'cannon', s: 'soldier', p: 'soldier',
};

const isUpper = (c: string): boolean => c === c.toUpperCase();

function pieces(letters: string): Pick<GameView, 'pieceKey' | 'hidden' | 'piece' | 'eventPieces'> {
  return {
    hidden: (code) => code === 'X' || code === 'x',
    piece: (code, set) => {
      if (code === 'X' || code === 'x') return backPiece(letters === 'banqi' ? 'none' : isUpper(code) ? 'red' : 'black');
      return xiangqiPiece(ROLES[code.toLowerCase()] ?? 'soldier', !isUpper(code), set);
    },
    pieceKey: (code) => {
      if (code === 'X' || code === 'x') return { side: letters === 'banqi' ? null : isUpper(code) ? 'red' : 'black', kind: 'hidden' };
      return { side: isUpper(code) ? 'red' : 'black', kind: ROLES[code.toLowerCase()] ?? 'soldier' };
    },
    eventPieces: (event) => [...event.replace(/x=/, '')].filter((c) => /[a-z]/i.test(c)),
  };
}

/** `R2a1c` -> counts by letter. */
function readPool(text: string): { code: string; count: number }[] {
  const out: { code: string; count: number }[] = [];
  if (text === '-') return out;
  for (const m of text.matchAll(/([A-Za-z])(\d*)/g)) {
    const count = m[2] === '' ? 1 : Number(m[2]);
    if (count > 0) out.push({ code: m[1] ?? '', count });
  }
  return out;
}

function stepOf(token: string, pattern: RegExp): Step[] | null {
  const m = pattern.exec(token.trim());
  return m ? [{ from: m[1] ?? '', to: m[2] ?? '' }] : null;
}

const BANQI_SET: Record<string, number> = { G: 1, A: 2, E: 2, R: 2, H: 2, C: 2, S: 5 };

export const banqi: GameView = {
  name: 'banqi',
  ...pieces('banqi'),
  read(position): Shown | null {
    const fields = position.trim().split(/\s+/);
    if (!/^[GAERHCSXx?1-8]+(\/[GAERHCSXx?1-8]+)+$/i.test(fields[0] ?? '')) return null;
    // A board of another size (the lesson boards) shows its own squares.
    const rows = (fields[0] ?? '').split('/');
    const files = [...(rows[0] ?? '')].reduce((n, c) => n + (/\d/.test(c) ? Number(c) : 1), 0);
    if (files < 1 || files > 8 || rows.length > 4) return null;
    const geometry = rows.length === 4 && files === 8 ? banqiBoard : { ...banqiBoard, files, ranks: rows.length };
    const placement = readPlacement(geometry, fields[0] ?? '');
    if (!placement) return null;
    return { geometry, placement, pools: [{ owner: null, pieces: readPool(fields[2] ?? '-') }], dice: [] };
  },
  steps: (token) => stepOf(token, /^([a-h][1-4])([a-h][1-4])/),
  event: (token) => /=(\w)/.exec(token)?.[1] ?? null,
  touch: simpleTouch,
  deal(text) {
    const out = new Map<Square, string>();
    const letters = [...text].filter((c) => !/\s/.test(c));
    letters.forEach((c, i) => {
      if (c !== '.') out.set(squareName(banqiBoard, i % 8, Math.floor(i / 8)), c);
    });
    return out;
  },
  palette: [...'GAERHCSXgaerhcs'],
  sides: [{ name: 'red', letter: 'r' }, { name: 'black', letter: 'b' }],
  write(old, placement, side) {
    const fields = old.trim().split(/\s+/);
    // The bag follows the board: every tile that is face-down is one of the
    // pieces that the set has left, so the bag keeps its size and loses what lies open.
    const left = new Map<string, number>();
    for (const [k, n] of Object.entries(BANQI_SET)) {
      left.set(k, n);
      left.set(k.toLowerCase(), n);
    }
    let hidden = 0;
    for (const code of placement.values()) {
      if (code === 'X') hidden++;
      else left.set(code, (left.get(code) ?? 0) - 1);
    }
    const wanted = new Map(readPool(fields[2] ?? '-').map((p) => [p.code, p.count]));
    const bag = new Map<string, number>();
    let total = 0;
    for (const [k, n] of wanted) {
      const keep = Math.max(0, Math.min(n, left.get(k) ?? 0));
      bag.set(k, keep);
      total += keep;
    }
    const order = [...'GAERHCSgaerhcs'];
    for (let guard = 0; total < hidden && guard < 64; guard++) {
      const grow = order.filter((k) => (bag.get(k) ?? 0) < (left.get(k) ?? 0));
      const k = grow[guard % Math.max(1, grow.length)];
      if (k === undefined) break;
      bag.set(k, (bag.get(k) ?? 0) + 1);
      total++;
    }
    for (let i = order.length - 1; total > hidden && i >= 0; ) {
      const k = order[i] ?? '';
      if ((bag.get(k) ?? 0) > 0) {
        bag.set(k, (bag.get(k) ?? 0) - 1);
        total--;
      } else i--;
    }
    const text = order.filter((k) => (bag.get(k) ?? 0) > 0).map((k) => `${k}${bag.get(k)}`).join('') || '-';
    const allDown = placement.size === 32 && hidden === 32;
    return `${writePlacement(banqiBoard, placement)} ${allDown ? '-' : side} ${text} 0 1`;
  },
  wide: true,
};

const JIEQI_SET: Record<string, number> = { R: 2, A: 2, C: 2, P: 5, N: 2, B: 2 };

export const jieqi: GameView = {
  name: 'jieqi',
  ...pieces('jieqi'),
  read(position): Shown | null {
    const fields = position.trim().split(/\s+/);
    const placement = readPlacement(xiangqiBoard, fields[0] ?? '');
    if (!placement) return null;
    const pool = readPool(fields[2] ?? '-');
    return {
      geometry: xiangqiBoard, placement, dice: [],
      pools: [
        { owner: 'red', pieces: pool.filter((p) => isUpper(p.code)) },
        { owner: 'black', pieces: pool.filter((p) => !isUpper(p.code)) },
      ],
    };
  },
  steps: (token) => stepOf(token, /^([a-i]\d)([a-i]\d)/),
  event: (token) => {
    const rest = /^[a-i]\d[a-i]\d(.*)$/.exec(token)?.[1] ?? '';
    return rest.replace(/^=/, '') || null;
  },
  touch: simpleTouch,
  deal(text, start) {
    // One letter for each face-down piece of the start, top rank first.
    const out = new Map<Square, string>();
    // The dealt text has six fields and its own board; the thirty letters alone belong to the start.
    const fields = text.trim().split(/\s+/);
    const letters = [...(fields[5] ?? fields[0] ?? '')].filter((c) => /[a-z?]/i.test(c));
    const shown = this.read(fields.length > 1 ? text : start === 'start' ? JIEQI_START : start);
    if (!shown) return out;
    const order = allSquares(xiangqiBoard).sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)) || a.localeCompare(b));
    let i = 0;
    for (const sq of order) {
      const code = shown.placement.get(sq);
      if (code === 'X' || code === 'x') {
        const c = letters[i++];
        if (c && c !== '?') out.set(sq, c);
      }
    }
    return out;
  },
  palette: [...'KABNRCPXkabnrcpx'],
  sides: [{ name: 'red', letter: 'w' }, { name: 'black', letter: 'b' }],
  write(old, placement, side) {
    const fields = old.trim().split(/\s+/);
    const wanted = new Map(readPool(fields[2] ?? '-').map((p) => [p.code, p.count]));
    let pool = '';
    for (const black of [false, true]) {
      const name = (k: string): string => (black ? k.toLowerCase() : k);
      const hidden = [...placement.values()].filter((c) => c === name('X')).length;
      const left = new Map(Object.entries(JIEQI_SET).map(([k, n]) => [name(k), n - [...placement.values()].filter((c) => c === name(k)).length]));
      const take = new Map<string, number>();
      let total = 0;
      for (const [k, n] of left) {
        const keep = Math.max(0, Math.min(n, wanted.get(k) ?? 0));
        take.set(k, keep);
        total += keep;
      }
      for (const k of left.keys()) {
        while (total < hidden && (take.get(k) ?? 0) < (left.get(k) ?? 0)) {
          take.set(k, (take.get(k) ?? 0) + 1);
          total++;
        }
      }
      for (const k of [...left.keys()].reverse()) {
        while (total > hidden && (take.get(k) ?? 0) > 0) {
          take.set(k, (take.get(k) ?? 0) - 1);
          total--;
        }
      }
      for (const k of Object.keys(JIEQI_SET)) pool += `${name(k)}${take.get(name(k)) ?? 0}`;
    }
    return `${writePlacement(xiangqiBoard, placement)} ${side} ${pool} 0 1`;
  },
  wide: false,
};

export const JIEQI_START = 'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1';
