import { AsyncResource } from 'node:async_hooks';

type Asked<Item, Answer> = {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Does work for all who ask while it is under way in one go, as soon as that has ended: with one at a time nobody waits,
 * and the busier it is the more share one transaction. What was committed before somebody asked is seen by their work.
 */
export class Together<Item, Answer> {
  private waiting: Asked<Item, Answer>[] = [];
  private working = false;
  /** Work for many belongs to nobody's request: not to the one who happened to begin it. */
  private readonly nobodys = new AsyncResource('Together');

  /** `work` answers each item in its place; when it fails, all of them fail. At most `most` at once. */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly most = Infinity,
  ) {}

  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.working) void this.nobodys.runInAsyncScope(() => this.run());
    });
  }

  private async run(): Promise<void> {
    this.working = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting.splice(0, this.most);
      try {
        const answers = await this.work(asked.map(({ item }) => item));
        asked.forEach(({ resolve }, place) => resolve(answers[place]!));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.working = false;
  }
}
