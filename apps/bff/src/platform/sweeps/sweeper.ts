import { Injectable } from '@nestjs/common';
import { Poller } from '../queue/poller';
import { Sweeps } from './sweeps';

/** Runs the sweeps every two seconds. Of several processes at once, one does the work. */
@Injectable()
export class Sweeper extends Poller {
  constructor(private readonly sweeps: Sweeps) {
    super({ name: 'sweep', intervalMs: 2000, failure: 'A sweep failed' });
  }

  protected async poll(): Promise<void> {
    await this.sweeps.runAll();
  }
}
