// A Go game as SGF (FF[4]).
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
