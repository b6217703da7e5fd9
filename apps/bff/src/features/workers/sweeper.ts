import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { isDatabaseAway } from '../../platform/errors/database-problem';
import { Sweeps } from './sweeps';

/** How often each process looks; of several at once one does the work. */
const EVERY_MS = 2000;

/** Runs the sweeps again and again while the process lives. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('sweep');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly sweeps: Sweeps) {}

  onApplicationBootstrap(): void {
    this.later();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private later(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.once();
    }, EVERY_MS);
  }

  private async once(): Promise<void> {
    try {
      await this.sweeps.all();
    } catch (error) {
      // While the database is away there is nothing to sweep; the next round finds it back.
      if (!isDatabaseAway(error)) this.logger.error('A sweep failed', error);
    }
    this.later();
  }
}
