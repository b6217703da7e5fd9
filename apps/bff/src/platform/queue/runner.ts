import { setTimeout as delay } from 'node:timers/promises';
import { Poller, type PollerSettings } from './poller';

/** `maxParallel`: work that a process has in progress at most; `postponed`: what is logged of work that threw. */
export type RunnerSettings = PollerSettings & {
  maxParallel: number;
  postponed: string;
  /** How long a process that ends waits for work in progress; left out: until it is over. */
  farewellMs?: number;
};

/** A poller whose polls take work that then runs beside them; each that ends makes room and polls again. */
export abstract class Runner extends Poller {
  private readonly running = new Set<Promise<void>>();

  protected constructor(private readonly runnerSettings: RunnerSettings) {
    super(runnerSettings);
  }

  /** Ends polling; resolves once the work in progress is over, or has been waited for. */
  override async stop(): Promise<void> {
    await super.stop();
    const { farewellMs } = this.runnerSettings;
    const over = Promise.all(this.running);
    await (farewellMs === undefined
      ? over
      : Promise.race([over, delay(farewellMs, undefined, { ref: false })]));
  }

  /** How much more work may begin now. */
  protected get room(): number {
    return this.runnerSettings.maxParallel - this.running.size;
  }

  /** Runs work that was taken. Work that throws is taken again later. */
  protected start(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) =>
        this.logger.warn(`${this.runnerSettings.postponed}: ${(error as Error).message}`),
      )
      .finally(() => {
        this.running.delete(running);
        this.wake();
      });
    this.running.add(running);
  }
}
