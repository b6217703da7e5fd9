/** One call that a worker made, at the console or at the site. `at`: milliseconds of the kit's clock. */
export interface RecordedCall {
  at: number;
  where: 'console' | 'site';
  what: string;
  body: unknown;
  /** What it was answered; 0: the connection was ended without an answer. */
  status: number;
}

/** All that was seen of one task, in order. */
export class CallLog {
  readonly calls: RecordedCall[] = [];
  private readonly waiting = new Set<() => void>();

  add(call: Omit<RecordedCall, 'at'>): void {
    this.calls.push({ ...call, at: performance.now() });
    for (const look of this.waiting) look();
  }

  of(where: RecordedCall['where'], ...what: string[]): RecordedCall[] {
    return this.calls.filter((call) => call.where === where && what.includes(call.what));
  }

  /** The calls after a moment, those that were under way at it left out. */
  after(at: number, graceMs = 300): RecordedCall[] {
    return this.calls.filter((call) => call.at > at + graceMs);
  }

  /** Resolves true once `holds` does, false when it hasn't within `ms`. */
  async until(condition: () => boolean, ms: number): Promise<boolean> {
    if (condition()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => {
      if (condition()) resolve(true);
    };
    this.waiting.add(look);
    const timer = setTimeout(() => resolve(condition()), ms);
    const isMet = await promise;
    clearTimeout(timer);
    this.waiting.delete(look);
    return isMet;
  }
}
