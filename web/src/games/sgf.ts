// A Go game as SGF (FF[4]), out and in.
import type { Doc } from '../pages/doc';

const point = (vertex: string, size: number): string => {
  const m = /^([A-HJ-T])(\d+)$/i.exec(vertex);
  if (!m) return '';
  const file = 'ABCDEFGHJKLMNOPQRST'.indexOf((m[1] ?? '').toUpperCase());
  return String.fromCharCode(97 + file, 97 + size - Number(m[2]));
};

export function sgfOf(doc: Doc, size: number): string {
  const moves = doc.first.map((token, i) => {
    const vertex = token.trim().split(/\s+/).at(-1) ?? '';
    return `;${i % 2 === 0 ? 'B' : 'W'}[${/pass/i.test(vertex) ? '' : point(vertex, size)}]`;
  });
  return `(;GM[1]FF[4]CA[UTF-8]AP[touchstone]SZ[${size}]${moves.join('')})`;
}

/** The main line of an SGF record: setup, moves, size, komi. `null` if it is none. */
export function docOfSgf(text: string): Doc | null {
  if (!/^\s*\(\s*;/.test(text)) return null;
  // The main line ends at the first bracket that closes; opening ones only branch.
  const nodes: Record<string, string[]>[] = [];
  let i = 0;
  while (i < text.length && text[i] !== ')') {
    const c = text[i] ?? '';
    if (c === ';') {
      nodes.push({});
      i++;
    } else if (/[A-Z]/.test(c)) {
      const name = /^[A-Z]+/.exec(text.slice(i, i + 20))?.[0] ?? '';
      i += name.length;
      const values: string[] = [];
      for (;;) {
        while (/\s/.test(text[i] ?? '')) i++;
        if (text[i] !== '[') break;
        let value = '';
        for (i++; i < text.length && text[i] !== ']'; i++) {
          if (text[i] === '\\') i++;
          value += text[i] ?? '';
        }
        i++;
        values.push(value);
      }
      const node = nodes.at(-1);
      if (node) node[name] = [...(node[name] ?? []), ...values];
    } else i++;
  }
  const head = nodes[0];
  if (!head) return null;
  const size = Number(head.SZ?.[0] ?? 19);
  if (!(size >= 2 && size <= 19)) return null;
  const vertex = (p: string): string => {
    const x = p.charCodeAt(0) - 97;
    const y = size - (p.charCodeAt(1) - 97);
    return p.length === 2 && x >= 0 && x < size && y >= 1 && y <= size ? `${'ABCDEFGHJKLMNOPQRST'[x] ?? ''}${y}` : 'pass';
  };
  const rows = Array.from({ length: size }, () => Array<string>(size).fill('.'));
  for (const [name, sign] of [['AB', 'X'], ['AW', 'O']] as const) {
    for (const p of head[name] ?? []) {
      const row = rows[p.charCodeAt(1) - 97];
      if (row && p.length === 2) row[p.charCodeAt(0) - 97] = sign;
    }
  }
  const moves: [string, string][] = [];
  for (const node of nodes) {
    for (const c of ['B', 'W'] as const) for (const p of node[c] ?? []) moves.push([c, vertex(p)]);
  }
  const opener = head.PL?.[0]?.[0] ?? moves[0]?.[0] ?? (head.AB && !head.AW ? 'W' : 'B');
  const first: string[] = [];
  for (const [c, v] of moves) {
    // Where a side moves twice the line goes on with a pass of the other.
    const due = (first.length % 2 === 0) === (opener === 'B') ? 'B' : 'W';
    if (c !== due) first.push('pass');
    first.push(v);
  }
  const komi = Number(head.KM?.[0] ?? 0);
  const start = `${rows.map((r) => r.join('')).join('\n')}\n; ${opener === 'W' ? 'white' : 'black'} to move, komi ${Number.isFinite(komi) ? komi : 0}`;
  return { game: 'go', rules: '', start, first };
}
