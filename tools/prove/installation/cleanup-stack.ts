/** Cleanup functions that run once, in reverse order, even if the process is interrupted during the start. */
export class CleanupStack {
  private readonly pending: (() => Promise<unknown>)[] = [];
  private done: Promise<void> | null = null;

  /** Registers a cleanup function; runs it immediately if the cleanup has already begun. */
  defer(cleanUp: () => Promise<unknown>): void {
    if (this.done) this.done = this.done.then(() => runAndLog(cleanUp));
    else this.pending.push(cleanUp);
  }

  /** Runs all cleanup functions once. Failures are logged and don't prevent the others from running. */
  async run(): Promise<void> {
    this.done ??= (async () => {
      for (const cleanUp of this.pending.splice(0).reverse()) await runAndLog(cleanUp);
    })();
    await this.done;
  }
}

async function runAndLog(cleanUp: () => Promise<unknown>): Promise<void> {
  await cleanUp().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
}
