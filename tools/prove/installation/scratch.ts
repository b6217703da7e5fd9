import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What must end, in reverse order, once, and even if it is interrupted during a start. */
export class Cleanup implements AsyncDisposable {
  private readonly pending: (() => unknown)[] = [];
  private done: Promise<void> | null = null;

  /** Registers what ends something; runs it immediately if the end has already begun. */
  defer(end: () => unknown): void {
    if (this.done) this.done = this.done.then(() => runAndLog(end));
    else this.pending.push(end);
  }

  /** Ends everything once. Failures are printed and don't prevent the rest. */
  async end(): Promise<void> {
    this.done ??= (async () => {
      for (const end of this.pending.splice(0).reverse()) await runAndLog(end);
    })();
    await this.done;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}

async function runAndLog(end: () => unknown): Promise<void> {
  try {
    await end();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

/**
 * A program's temporary folder and all that it started, which end with its block, on a signal, when its parent ends, and after an
 * error that nobody handles.
 */
export class Scratch extends Cleanup {
  readonly folder: string;
  private isAbandoned = false;

  /** `keep` leaves the folder and prints where it is; `within` is where it is made. */
  constructor(name: string, { keep = false, within = tmpdir() } = {}) {
    super();
    this.folder = mkdtempSync(path.join(within, `tessera-${name}-`));
    this.defer(() => {
      if (keep) console.log(`Kept: ${this.folder}`);
      else rmSync(this.folder, { recursive: true, force: true });
    });
    for (const reason of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
      process.on(reason, () => this.abandon());
    process.channel?.unref();
    for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(fault, (error: unknown) => {
        // What an interruption interrupts fails as expected.
        if (!this.isAbandoned) console.error(error);
        this.abandon();
      });
  }

  /** Ends the program as failed. */
  abandon(): void {
    this.isAbandoned = true;
    void this.end().then(() => process.exit(1));
  }
}
