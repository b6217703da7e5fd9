import { createHash } from 'node:crypto';

/**
 * Reproducible random numbers: the n-th draw of a kind for a subject depends on the seed alone, not on the
 * order in which subjects arrive. Concurrent runs of a scenario therefore give the same results.
 */
export class SeededRandom {
  private readonly counts = new Map<string, number>();
  private readonly seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** The next number in [0, 1) for this kind and subject. */
  draw(kind: string, subject: string): number {
    const key = `${kind}\n${subject}`;
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    return createHash('sha256').update(`${this.seed}\n${key}\n${count}`).digest().readUInt32BE(0) / 2 ** 32;
  }

  /** A whole number from low to high, both included. */
  between(kind: string, subject: string, low: number, high: number): number {
    return low + Math.floor(this.draw(kind, subject) * (high - low + 1));
  }
}
