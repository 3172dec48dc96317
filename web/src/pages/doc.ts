// A game as the analysis page holds it, and how it travels: in a link, in this tab.
import type { GameRecord } from '../api';

export interface Doc {
  game: string;
  rules: string;
  start: string;
  /** Tokens as each seat saw them; the second only where they differ. */
  first: string[];
  second?: string[];
  deal?: string;
  result?: { winner: string | null; reason: string };
  names?: [string, string];
}

export function docOf(record: GameRecord): Doc {
  const token = (seat: string) => (p: GameRecord['plies'][number]): string => (p.seat === seat ? p.move : p.other ?? p.move);
  const first = record.plies.map(token('first'));
  const second = record.plies.map(token('second'));
  const differ = first.some((x, i) => x !== second[i]);
  return {
    game: record.game, rules: record.rules, start: record.start || 'start', first,
    ...(differ ? { second } : {}),
    ...(record.deal ? { deal: record.deal } : {}),
    ...(record.result.reason ? { result: { winner: record.result.winner, reason: record.result.reason } } : {}),
    names: [record.seats[0]?.name ?? '', record.seats[1]?.name ?? ''],
  };
}

export function recordOf(doc: Doc): GameRecord {
  const seats = ['first', 'second'];
  return {
    schema: 1, game: doc.game, rules: doc.rules, start: doc.start,
    ...(doc.deal ? { deal: doc.deal } : {}),
    seats: [{ name: doc.names?.[0] ?? '' }, { name: doc.names?.[1] ?? '' }],
    plies: doc.first.map((m, i) => ({ seat: seats[i % 2] ?? 'first', move: m, ...(doc.second && doc.second[i] !== m ? { other: doc.second[i] } : {}) })),
    result: doc.result ?? { winner: null, reason: '' },
  };
}

const b64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** The game as a word that fits into a link. */
export async function pack(doc: Doc): Promise<string> {
  return b64(await through(new TextEncoder().encode(JSON.stringify(doc)), new CompressionStream('deflate-raw')));
}

export async function unpack(word: string): Promise<Doc | null> {
  try {
    const packed = bytesOf(word);
    if (packed.length > 200_000) return null;
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    if (bytes.length > 1_000_000) return null;
    const doc = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Doc>;
    if (typeof doc.game !== 'string' || typeof doc.start !== 'string' || !Array.isArray(doc.first)) return null;
    return { ...doc, rules: doc.rules ?? '', game: doc.game, start: doc.start, first: doc.first.map(String) };
  } catch {
    return null;
  }
}

/** Opens a game on the analysis page. */
export function openDoc(doc: Doc): void {
  void pack(doc).then((word) => { location.hash = `#/analyse/${word}`; });
}

export function openRecord(record: GameRecord): void {
  openDoc(docOf(record));
}
