// BLAKE3 of up to 1,024 bytes (one chunk), from the paper of O'Connor and others (2020).

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const CHUNK_START = 1;
const CHUNK_END = 2;
const ROOT = 8;

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

function compress(cv: Uint32Array, block: Uint32Array, length: number, flags: number): Uint32Array {
  const v = new Uint32Array(16);
  v.set(cv);
  v.set(IV.slice(0, 4), 8);
  v[12] = 0;
  v[13] = 0;
  v[14] = length;
  v[15] = flags;
  const g = (a: number, b: number, c: number, d: number, x: number, y: number): void => {
    const at = (i: number): number => v[i] ?? 0;
    v[a] = at(a) + at(b) + x;
    v[d] = rotate(at(d) ^ at(a), 16);
    v[c] = at(c) + at(d);
    v[b] = rotate(at(b) ^ at(c), 12);
    v[a] = at(a) + at(b) + y;
    v[d] = rotate(at(d) ^ at(a), 8);
    v[c] = at(c) + at(d);
    v[b] = rotate(at(b) ^ at(c), 7);
  };
  let m = Array.from(block);
  for (let round = 0; round < 7; round++) {
    const w = (i: number): number => m[i] ?? 0;
    g(0, 4, 8, 12, w(0), w(1));
    g(1, 5, 9, 13, w(2), w(3));
    g(2, 6, 10, 14, w(4), w(5));
    g(3, 7, 11, 15, w(6), w(7));
    g(0, 5, 10, 15, w(8), w(9));
    g(1, 6, 11, 12, w(10), w(11));
    g(2, 7, 8, 13, w(12), w(13));
    g(3, 4, 9, 14, w(14), w(15));
    m = ORDER.map((i) => m[i] ?? 0);
  }
  const out = new Uint32Array(8);
  for (let i = 0; i < 8; i++) out[i] = (v[i] ?? 0) ^ (v[i + 8] ?? 0);
  return out;
}

/** The 32-byte hash as eight little-endian words. */
export function blake3(input: Uint8Array): Uint32Array {
  if (input.length > 1024) throw new RangeError('more than one chunk');
  let cv: Uint32Array = Uint32Array.from(IV);
  const blocks = Math.max(1, Math.ceil(input.length / 64));
  for (let i = 0; i < blocks; i++) {
    const bytes = new Uint8Array(64);
    const part = input.subarray(64 * i, 64 * i + 64);
    bytes.set(part);
    const view = new DataView(bytes.buffer);
    const block = new Uint32Array(16);
    for (let k = 0; k < 16; k++) block[k] = view.getUint32(4 * k, true);
    const flags = (i === 0 ? CHUNK_START : 0) | (i === blocks - 1 ? CHUNK_END | ROOT : 0);
    cv = compress(cv, block, part.length, flags);
  }
  return cv;
}
