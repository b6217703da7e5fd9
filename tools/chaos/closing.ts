/** What has to be ended, the last one first: at the end, and when somebody breaks off half way through the beginning. */
export class Closing {
  private readonly ends: (() => Promise<unknown>)[] = [];
  private done: Promise<void> | null = null;

  /** Adds an end; where the closing has begun already it is carried out at once. */
  add(end: () => Promise<unknown>): void {
    if (this.done) this.done = this.done.then(() => carryOut(end));
    else this.ends.push(end);
  }

  /** Ends everything, once; a failure of one is said and keeps no other from ending. */
  async all(): Promise<void> {
    this.done ??= (async () => {
      for (const end of this.ends.splice(0).reverse()) await carryOut(end);
    })();
    await this.done;
  }
}

async function carryOut(end: () => Promise<unknown>): Promise<void> {
  await end().catch((error: Error) => console.error(error.message));
}
