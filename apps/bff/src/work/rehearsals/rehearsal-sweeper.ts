import { Injectable } from '@nestjs/common';
import { Poller } from '../../platform/queue/poller';
import { RehearsalsService } from './rehearsals.service';

/** Ends rehearsals every two seconds. Of several processes at once, each ends others. */
@Injectable()
export class RehearsalSweeper extends Poller {
  constructor(private readonly rehearsals: RehearsalsService) {
    super({ name: 'rehearsals', intervalMs: 2000, failure: 'Rehearsals could not be ended' });
  }

  /** Ends now what has ended. */
  async run(): Promise<void> {
    await this.rehearsals.sweep();
  }

  protected poll(): Promise<void> {
    return this.run();
  }
}
