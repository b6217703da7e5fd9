import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { isDatabaseAway } from '../../platform/errors/database-error';
import { Sweeps } from './sweeps';

/** Pause between two rounds. Of several processes at once, one does the work. */
const PAUSE_MS = 2000;

/** Runs the sweeps periodically while the process lives. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('sweep');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly sweeps: Sweeps) {}

  onApplicationBootstrap(): void {
    this.scheduleNext();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private scheduleNext(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.once();
    }, PAUSE_MS);
  }

  private async once(): Promise<void> {
    try {
      await this.sweeps.all();
    } catch (error) {
      // Without a database there is nothing to sweep; a later round finds it again.
      if (!isDatabaseAway(error)) this.logger.error('A sweep failed', error);
    }
    this.scheduleNext();
  }
}
