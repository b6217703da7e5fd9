import { ApiError } from '../errors/api-error';

/** How many of one requester may wait, and of all together. */
const WAITING_EACH = 16;
const WAITING_ALL = 512;

type Waiter = { start: () => void; refuse: () => void };

/**
 * Runs costly work, so much at a time. Requesters take turns, so that many requests of one delay another's by one turn;
 * those that wait beyond the bounds are 429, first of all those of whoever has most.
 */
export class FairQueue {
  private running = 0;
  private waitingCount = 0;
  /** Who waits, whose turn is next first. */
  private readonly waiting = new Map<string, Waiter[]>();

  constructor(private readonly limit: number) {}

  async run<T>(requester: string, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) await this.wait(requester);
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) next.start();
      else this.running -= 1;
    }
  }

  private wait(requester: string): Promise<void> {
    const line = this.waiting.get(requester) ?? [];
    if (line.length >= WAITING_EACH || !this.makeRoom(line.length)) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      line.push({ start: resolve, refuse: () => reject(tooMany()) });
      this.waiting.set(requester, line);
      this.waitingCount += 1;
    });
  }

  /** Whether one more may wait: when all places are taken, the requester with the longest line gives one up. */
  private makeRoom(ownLength: number): boolean {
    if (this.waitingCount < WAITING_ALL) return true;
    const [longest] = [...this.waiting.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length <= ownLength + 1) return false;
    longest.pop()?.refuse();
    this.waitingCount -= 1;
    return true;
  }

  private next(): Waiter | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [requester, line] = first;
    const waiter = line.shift();
    this.waitingCount -= 1;
    this.waiting.delete(requester);
    if (line.length > 0) this.waiting.set(requester, line);
    return waiter;
  }
}

const tooMany = () =>
  new ApiError('RATE_LIMIT', 'Too many are signing in now. Try again.', { retryAfter: 1 });
