// The server's interface, typed.

export interface Value {
  kind: 'exact' | 'at_least' | 'at_most';
  score: number;
  percent: number;
  proved: boolean;
  end: null | { result: 'win' | 'loss' | 'draw'; plies: number };
}
export interface OutcomeRow { event: string; weight: number; total: number; value: Value; reply: string | null; ends?: string }
export interface MoveRow { move: string; value: Value; line: string[]; outcomes: OutcomeRow[]; nodes: number }
export interface Analysis {
  game: string; rules: string; position: string; side: string | null; depth: number; nodes: number; time_ms: number;
  static: null | { score: number; percent: number };
  outcomes: OutcomeRow[]; moves: MoveRow[];
  audit?: { checked: number; contradictions: { what: string; where: string[]; detail: string }[] };
}
export interface Verdict { winner: string | null; side: string | null; reason: string; by_line: boolean }
export type SeatSpec = { kind: 'person'; name?: string } | { kind: 'engine'; level: number; ruler?: string };
export type SeatName = 'first' | 'second';
export interface Luck { kind: 'fair' | 'chosen' | 'dealt'; commit?: string; contribution?: string; secret?: string; seed?: string; deal?: string }
export interface Truth { luck: Luck; seed: string; deal: string; first: string[]; second: string[] }
export interface GameState {
  type: 'state'; id: string; version: number; kind: string; rules: string; start: string; seats: [SeatSpec, SeatSpec];
  you: SeatName | 'both'; eyes: SeatName; position: string; ply: number;
  moves: { token: string; seat: SeatName; ms: number }[];
  turn: SeatName | null; side: string | null; legal: string[]; thinking: boolean; trouble: string | null; verdict: Verdict | null;
  clock: null | { initial_ms: number; increment_ms: number; left_ms: [number, number]; running: SeatName | null };
  taken_back: number; luck: Luck; truth: Truth | null;
}
export interface TableState {
  game: string; rules: string; start: string; position: string; moves: string[]; seat: SeatName | null; side: string | null;
  legal: string[]; verdict: Verdict | null;
  positions?: { position: string; side: string | null; seat: SeatName | null }[];
  luck?: { event: string; weight: number; total: number }[];
}
export interface JudgedOutcome { event: string; weight: number; total: number; score: number; reply: string | null; ends: string | null; proved: boolean }
export interface Judged {
  ply: number; seat: SeatName; side: string | null; token: string; decision: string; best_score: number; best: string;
  played_score: number; loss: number; mark: '' | '?!' | '?' | '??'; accuracy: number; gap: number; lines: MoveRow[];
  chance: null | { event: string; expected: number; realised: number; luck: number; outcomes: JudgedOutcome[] };
  nodes: number; depth: number;
}
export interface Sweep { id: string; running: boolean; done: number; total: number; nodes: number; plies: Judged[] }
export interface Named { name: string; about: string }
export interface Catalogue {
  version: string;
  games: { name: string; presets: Named[]; sides: [string, string]; rulers: Named[] }[];
  levels: { level: number; nodes: number }[];
  most_nodes: number; engines: number; loopback: boolean;
}
export interface GameRecord {
  schema: number; game: string; rules: string; seed?: string; start: string; deal?: string;
  seats: { name: string; side?: string }[];
  plies: { seat: string; move: string; other?: string }[];
  result: { winner: string | null; reason: string };
  final?: string;
}
export interface Exhibit {
  name: string; game: string; title: string; story: string; position: string;
  faulty: { what: string; number: string; detail: string[] };
  check: { check: string; caught: boolean; sound_passes: boolean; says: string };
  sound: { what: string; number: string; detail: string[] };
}

export interface Stats {
  games: number; score_percent: number | null; interval_95: [number, number] | null; elo: number | null; elo_95: [number, number] | null;
  los: number | null; degenerate: boolean;
}

export class ApiFailure extends Error {
  constructor(readonly status: number, readonly code: string, message: string) {
    super(message);
  }
}

const BASE = '/api/v1';

async function call<T>(method: string, path: string, body?: unknown, key?: string, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers['authorization'] = `Bearer ${key}`;
  let answer: Response;
  try {
    answer = await fetch(BASE + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new ApiFailure(0, 'offline', String(e));
  }
  const json = (await answer.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
  if (!answer.ok) throw new ApiFailure(answer.status, json?.error?.code ?? 'error', json?.error?.message ?? answer.statusText);
  return json as T;
}

export interface Place { game: string; rules: string; start: string; moves: string[] }

export const api = {
  catalogue: () => call<Catalogue>('GET', '/catalogue'),
  commit: () => call<{ id: string; commit: string }>('POST', '/commitments', {}),
  create: (body: unknown) => call<{ id: string; keys: Record<SeatName, string | null> }>('POST', '/games', body),
  state: (id: string, key: string) => call<GameState>('GET', `/games/${id}`, undefined, key),
  move: (id: string, key: string, ply: number, move: string) => call<GameState>('POST', `/games/${id}/moves`, { ply, move }, key),
  takeBack: (id: string, key: string) => call<GameState>('POST', `/games/${id}/takeback`, {}, key),
  resign: (id: string, key: string) => call<GameState>('POST', `/games/${id}/resign`, {}, key),
  record: (id: string, key: string) => call<GameRecord>('GET', `/games/${id}/record`, undefined, key),
  table: (place: Place, more: { positions?: boolean; luck?: string } = {}) => call<TableState>('POST', '/table', { ...place, ...more }),
  analyse: (place: Place, more: { nodes?: number; lines?: number; only?: string[]; audit?: boolean } = {}, signal?: AbortSignal) =>
    call<Analysis>('POST', '/analyse', { ...place, ...more }, undefined, signal),
  evaluate: (place: Place) => call<{ units: string; percent: number; terms: { name: string; own: number; other: number; value: number }[] }>('POST', '/evaluate', place),
  solve: (place: Place) => call<{ value: Value | null; nodes: number; proof: string | null; groups?: unknown[] }>('POST', '/solve', place),
  sweep: (body: Place & { other?: string[]; nodes: number; lines?: number }) => call<{ id: string; total: number }>('POST', '/sweeps', body),
  readSweep: (id: string, known: number) => call<Sweep>('GET', `/sweeps/${id}?known=${known}`),
  endSweep: (id: string) => call<unknown>('DELETE', `/sweeps/${id}`),
  importText: (text: string, game: string, rules = '') => call<GameRecord>('POST', '/import', { text, game, rules }),
  exportRecord: (record: GameRecord, format: string) => call<{ text: string }>('POST', '/export', { record, format }),
  stats: (pairs: number[]) => call<Stats>('POST', '/stats', { pairs_by_score: pairs }),
  museum: () => call<{ pieces: { name: string; game: string; title: string; story: string }[] }>('GET', '/museum'),
  exhibit: (name: string) => call<Exhibit>('GET', `/museum/${name}`),
};

/** Listens to a game; comes back by itself when the server was away. */
export function listen(id: string, key: string, on: (state: GameState) => void, connected: (yes: boolean) => void): () => void {
  let socket: WebSocket | null = null;
  let closed = false;
  let wait = 250;
  const open = (): void => {
    if (closed) return;
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${BASE}/games/${id}/live`);
    socket.onopen = () => {
      wait = 250;
      socket?.send(JSON.stringify({ key }));
      connected(true);
    };
    socket.onmessage = (m) => {
      const said = JSON.parse(String(m.data)) as GameState | { error: unknown };
      if ('type' in said) on(said);
    };
    socket.onclose = () => {
      if (closed) return;
      connected(false);
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  open();
  return () => {
    closed = true;
    socket?.close();
  };
}
