import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/transactions';
import { Poller } from '../queue/poller';
import { systemScope } from '../realm-scope/scope';

/** Most rows that a sweep handles in one transaction. */
export const SWEEP_BATCH = 500;
/** First key of the sweeps' advisory locks; no other lock uses this number. */
const SWEEP_LOCK = 7_355_610;
const scope = systemScope('sweep');

/** The sweeps in the order in which they run. The position is the second key of a sweep's lock, also on older servers. */
const order = [
  'lost leases',
  'lapsed holds',
  'due tasks',
  'parked tasks',
  'won jobs',
  'expired queue links',
  'timed notifications',
  'mail digests',
  'expired approvals',
  'lost login checks',
] as const;

type SweepName = (typeof order)[number];

/** Makes one batch of changes that are due; returns the number of rows, fewer than `SWEEP_BATCH` when nothing is left. */
type Sweep = (tx: Tx) => Promise<number>;

/** Changes caused by time alone, by the database's clock. Any process may run them; each row is handled once. */
@Injectable()
export class Sweeps {
  private readonly sweeps = new Map<SweepName, Sweep>();

  constructor(private readonly transactions: Transactions) {}

  /** Has a sweep run from now on; the owner of the rows registers it when the server starts. */
  register(name: SweepName, sweep: Sweep): void {
    this.sweeps.set(name, sweep);
  }

  /**
   * Runs each sweep until nothing is left, and skips those that another process runs now. Returns whether it skipped none:
   * then everything that was due before the call is done.
   */
  async runAll(): Promise<boolean> {
    let skippedNone = true;
    for (const [slot, name] of order.entries()) {
      let swept: number | null;
      do swept = await this.runExclusively(slot, name);
      while (swept !== null && swept >= SWEEP_BATCH);
      skippedNone &&= swept !== null;
    }
    return skippedNone;
  }

  /** Runs one batch of a sweep; returns the number of rows, or null while another process runs the sweep. */
  private runExclusively(slot: number, name: SweepName): Promise<number | null> {
    const sweep = this.sweeps.get(name);
    if (!sweep) throw new Error(`Nobody has registered the sweep "${name}"`);
    return this.transactions.run(scope, async (tx) => {
      const [lock] = await tx.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1, $2) AS locked',
        [SWEEP_LOCK, slot],
      );
      return lock?.locked ? sweep(tx) : null;
    });
  }
}

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
