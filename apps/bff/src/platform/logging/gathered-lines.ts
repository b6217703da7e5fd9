import type { DestinationStream } from 'pino';

/** How long a line may wait, and how much may wait together. */
const GATHER_MS = 100;
const GATHER_LENGTH = 64 * 1024;

/**
 * Gathers lines and passes them on together: one write to the log for hundreds of requests. What is left is passed on
 * when the process ends, however it ends but for a SIGKILL.
 */
export class GatheredLines implements DestinationStream {
  private waiting = '';
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly to: DestinationStream) {
    process.once('exit', () => this.passOn());
  }

  write(line: string): void {
    this.waiting += line;
    if (this.waiting.length >= GATHER_LENGTH) this.passOn();
    else this.timer ??= setTimeout(() => this.passOn(), GATHER_MS).unref();
  }

  private passOn(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const lines = this.waiting;
    this.waiting = '';
    if (lines) this.to.write(lines);
  }
}
