import { AsyncResource } from 'node:async_hooks';

type Request<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Collects the requests that arrive while a batch is being processed and processes them as the next batch. A request
 * never waits for more than the batch in progress, and each batch starts after its requests arrived, so it sees
 * everything that was committed before them.
 */
export class RequestBatcher<Item, Result> {
  private queue: Request<Item, Result>[] = [];
  private isProcessing = false;
  /** A batch serves several requests, so it must not run in the async context of the one that started it. */
  private readonly detachedScope = new AsyncResource('RequestBatcher');

  /** `process` returns a result per item, in order; when it throws, the whole batch fails. */
  constructor(
    private readonly process: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly maxBatchSize = Infinity,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (!this.isProcessing) void this.detachedScope.runInAsyncScope(() => this.processQueue());
    });
  }

  private async processQueue(): Promise<void> {
    this.isProcessing = true;
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, this.maxBatchSize);
      try {
        const results = await this.process(batch.map(({ item }) => item));
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isProcessing = false;
  }
}
