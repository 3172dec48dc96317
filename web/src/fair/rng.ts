// The kernel's random numbers: ChaCha with 8 rounds, keyed by BLAKE3 of a name.
import { blake3 } from './blake3';

export type Word = string | bigint;

function nameBytes(words: readonly Word[]): Uint8Array {
  const out: number[] = [];
  const u64 = (n: bigint): void => {
    for (let i = 0n; i < 8n; i++) out.push(Number((n >> (8n * i)) & 255n));
  };
  for (const w of words) {
    if (typeof w === 'string') {
      const bytes = new TextEncoder().encode(w);
      out.push(1);
      u64(BigInt(bytes.length));
      out.push(...bytes);
    } else {
      out.push(2);
      u64(w);
    }
  }
  return Uint8Array.from(out);
}

export class Rng {
  private readonly key: Uint32Array;
  private counter = 0n;
  private block = new Uint32Array(16);
  private at = 16;

  constructor(words: readonly Word[]) {
    this.key = blake3(nameBytes(words));
  }

  private refill(): void {
    const state = new Uint32Array(16);
    state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    state.set(this.key, 4);
    state[12] = Number(this.counter & 0xffffffffn);
    state[13] = Number(this.counter >> 32n);
    this.counter++;
    const x = state.slice();
    const q = (a: number, b: number, c: number, d: number): void => {
      const v = (i: number): number => x[i] ?? 0;
      const r = (n: number, k: number): number => (n << k) | (n >>> (32 - k));
      x[a] = v(a) + v(b); x[d] = r(v(d) ^ v(a), 16);
      x[c] = v(c) + v(d); x[b] = r(v(b) ^ v(c), 12);
      x[a] = v(a) + v(b); x[d] = r(v(d) ^ v(a), 8);
      x[c] = v(c) + v(d); x[b] = r(v(b) ^ v(c), 7);
    };
    for (let i = 0; i < 4; i++) {
      q(0, 4, 8, 12); q(1, 5, 9, 13); q(2, 6, 10, 14); q(3, 7, 11, 15);
      q(0, 5, 10, 15); q(1, 6, 11, 12); q(2, 7, 8, 13); q(3, 4, 9, 14);
    }
    for (let i = 0; i < 16; i++) x[i] = (x[i] ?? 0) + (state[i] ?? 0);
    this.block = x;
    this.at = 0;
  }

  bits(): bigint {
    if (this.at >= 16) this.refill();
    const low = BigInt(this.block[this.at] ?? 0);
    const high = BigInt(this.block[this.at + 1] ?? 0);
    this.at += 2;
    return (high << 32n) | low;
  }

  /** Uniform below `n`, without bias (Lemire 2019). */
  below(n: number): number {
    if (n <= 1) return 0;
    const big = BigInt(n);
    const mask = (1n << 64n) - 1n;
    let wide = this.bits() * big;
    if ((wide & mask) < big) {
      const least = ((1n << 64n) - big) % big;
      while ((wide & mask) < least) wide = this.bits() * big;
    }
    return Number(wide >> 64n);
  }

  shuffle<T>(items: T[]): void {
    for (let i = items.length - 1; i >= 1; i--) {
      const j = this.below(i + 1);
      const a = items[i] as T;
      items[i] = items[j] as T;
      items[j] = a;
    }
  }
}

/** A stream of one game's luck. */
export function stream(run: string, purpose: string, at: number): Rng {
  return new Rng(['luck', run, 0n, purpose, BigInt(at)]);
}
