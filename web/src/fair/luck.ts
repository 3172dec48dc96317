// From a run's name to deals and rolls, as the games make them.
import { Rng, stream } from './rng';

const BANQI = [...'GAERHCSgaerhcs'];
const BANQI_COUNT: Record<string, number> = { g: 1, a: 2, e: 2, r: 2, h: 2, c: 2, s: 5 };

/** The tiles of a1 to h4, a blank between ranks: the text of a Banqi deal from the start. */
export function banqiDeal(run: string): string {
  const tiles = BANQI.flatMap((k) => Array<string>(BANQI_COUNT[k.toLowerCase()] ?? 0).fill(k));
  stream(run, 'tiles', 0).shuffle(tiles);
  return [0, 8, 16, 24].map((i) => tiles.slice(i, i + 8).join('')).join(' ');
}

/** The thirty letters of a Jieqi deal from the start, top rank first. */
export function jieqiDeal(run: string): string {
  const stock = [false, true].map((black) => {
    const letters = [...'RRAACCPPPPPNNBB'].map((c) => (black ? c.toLowerCase() : c));
    stream(run, 'jieqi deal', black ? 1 : 0).shuffle(letters);
    return letters;
  });
  // Black's fifteen lie on the upper ranks and are drawn first.
  return Array.from({ length: 30 }, (_, i) => stock[i < 15 ? 1 : 0]?.pop() ?? '').join('');
}

/** The seed of a Dice Chess game's rolls. */
export function diceSeed(run: string): string {
  return stream(run, 'dice', 0).bits().toString(16).padStart(16, '0');
}

/** Roll number `n` of a seed, in the order of the pieces' worth. */
export function diceRoll(seed: string, n: number): string {
  const rng = new Rng(['dicechess roll', BigInt(`0x${seed}`), BigInt(n)]);
  const faces = [rng.below(6), rng.below(6), rng.below(6)].sort((a, b) => a - b);
  return faces.map((f) => 'PNBRQK'[f] ?? '').join('');
}

/** What this page can deal again, as the server's records write it; `null` for other games. */
export function dealOf(game: string, run: string): string | null {
  switch (game) {
    case 'banqi': return banqiDeal(run);
    case 'jieqi': return jieqiDeal(run);
    case 'dicechess': return diceSeed(run);
    default: return null;
  }
}

/** Whether a deal as recorded is the one that follows. */
export function sameDeal(game: string, followed: string, recorded: string): boolean {
  if (game === 'jieqi') return (recorded.trim().split(/\s+/)[5] ?? recorded.trim()) === followed;
  return followed === recorded.trim();
}

export async function sha256(secretHex: string): Promise<string> {
  const bytes = Uint8Array.from(secretHex.match(/../g) ?? [], (d) => parseInt(d, 16));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((b) => b.toString(16).padStart(2, '0')).join('');
}
