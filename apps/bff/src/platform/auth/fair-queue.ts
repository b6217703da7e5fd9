import { ApiError } from '../errors/api-error';

/** How many tasks may wait, of one requester and in total. */
const MAX_WAITING_EACH = 16;
const MAX_WAITING = 512;

type Waiter = { start: () => void; reject: () => void };

/**
 * Runs expensive tasks, a limited number in parallel. Requesters take turns, so that many tasks of one delay those of another
 * by one turn only. Tasks beyond the limits are rejected with 429, first those of the requester with most tasks.
 */
export class FairQueue {
  private running = 0;
  private waitingCount = 0;
  /** The waiting tasks by requester; the requester whose turn is next comes first. */
  private readonly waiting = new Map<string, Waiter[]>();

  /** `rejection` is the message for tasks beyond the limits. */
  constructor(
    private readonly limit: number,
    private readonly rejection = 'Too many people are signing in now. Try again.',
  ) {}

  async runInTurn<T>(requester: string, task: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) await this.wait(requester);
    else this.running += 1;
    try {
      return await task();
    } finally {
      const next = this.next();
      if (next) next.start();
      else this.running -= 1;
    }
  }

  private wait(requester: string): Promise<void> {
    const waiting = this.waiting.get(requester) ?? [];
    if (waiting.length >= MAX_WAITING_EACH || !this.makeRoom(waiting.length))
      return Promise.reject(this.tooMany());
    return new Promise((resolve, reject) => {
      waiting.push({ start: resolve, reject: () => reject(this.tooMany()) });
      this.waiting.set(requester, waiting);
      this.waitingCount += 1;
    });
  }

  /** Whether one more task may wait. When the queue is full, rejects the last task of the requester with most tasks. */
  private makeRoom(ownLength: number): boolean {
    if (this.waitingCount < MAX_WAITING) return true;
    const [longest] = [...this.waiting.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length <= ownLength + 1) return false;
    longest.pop()?.reject();
    this.waitingCount -= 1;
    return true;
  }

  private next(): Waiter | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [requester, tasks] = first;
    const waiter = tasks.shift();
    this.waitingCount -= 1;
    this.waiting.delete(requester);
    if (tasks.length > 0) this.waiting.set(requester, tasks);
    return waiter;
  }

  private tooMany(): ApiError {
    return new ApiError('RATE_LIMIT', this.rejection, { retryAfter: 1 });
  }
}
