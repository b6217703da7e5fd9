import { getSession } from '@tessera/api';
import type { LoadOutcome } from '@tessera/federation';

const batchMs = 5_000;
/** As many as the server accepts at once. */
const batchSize = 50;

/**
 * Sends how modules load to the server in batches, and the rest when the page is left. What can't be sent is dropped: the
 * figures are statistics.
 */
export class LoadReporter {
  private readonly waiting: LoadOutcome[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: (reports: LoadOutcome[]) => Promise<unknown>) {}

  /** Sends what is waiting when the page is left. Returns a function that stops this. */
  start(): () => void {
    const onLeave = () => {
      if (document.visibilityState === 'hidden') this.flush();
    };
    const onPageHide = () => this.flush();
    document.addEventListener('visibilitychange', onLeave);
    window.addEventListener('pagehide', onPageHide);
    return () => {
      document.removeEventListener('visibilitychange', onLeave);
      window.removeEventListener('pagehide', onPageHide);
      clearTimeout(this.timer);
    };
  }

  readonly add = (outcome: LoadOutcome): void => {
    this.waiting.push(outcome);
    this.timer ??= setTimeout(() => this.flush(), batchMs);
  };

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const session = getSession();
    const maySend = session !== null && !session.user.viewing;
    while (this.waiting.length > 0) {
      const reports = this.waiting.splice(0, batchSize);
      if (maySend) this.send(reports).catch(() => undefined);
    }
  }
}
