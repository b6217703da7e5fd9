/** One call that a worker made, at the console or at the site. `at`: milliseconds of the kit's clock. */
export interface Seen {
  at: number;
  where: 'console' | 'site';
  what: string;
  body: unknown;
  /** What it was answered; 0: the connection was ended without an answer. */
  status: number;
}

/** All that was seen of one task, in order. */
export class Trail {
  readonly calls: Seen[] = [];
  private readonly waiting = new Set<() => void>();

  add(call: Omit<Seen, 'at'>): void {
    this.calls.push({ ...call, at: performance.now() });
    for (const look of this.waiting) look();
  }

  of(where: Seen['where'], ...what: string[]): Seen[] {
    return this.calls.filter((call) => call.where === where && what.includes(call.what));
  }

  /** The calls after a moment, those that were under way at it left out. */
  after(at: number, graceMs = 300): Seen[] {
    return this.calls.filter((call) => call.at > at + graceMs);
  }

  /** Resolves true once `holds` does, false when it hasn't within `ms`. */
  async until(holds: () => boolean, ms: number): Promise<boolean> {
    if (holds()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => {
      if (holds()) resolve(true);
    };
    this.waiting.add(look);
    const timer = setTimeout(() => resolve(holds()), ms);
    const met = await promise;
    clearTimeout(timer);
    this.waiting.delete(look);
    return met;
  }
}
