import { Injectable } from '@nestjs/common';
import { RehearsalEntry } from '../../platform/access/rehearsal-entry';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import { Poller } from '../../platform/queue/poller';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import { TaskLifecycleRepository } from '../tasks/lifecycle/task-lifecycle.repository';
import { taskReason } from '../tasks/lifecycle/task-reasons';
import { Transitions } from '../tasks/lifecycle/transitions';
import { RehearsalRealmRepository } from './rehearsal-realm.repository';
import { makeReport } from './rehearsal-report';
import type { RehearsalDto, RehearsalListQuery, RehearsalReport } from './rehearsals.dto';
import { type RehearsalRow, RehearsalsRepository } from './rehearsals.repository';

/** Rehearsals of a realm, and what ends them. */
@Injectable()
export class RehearsalsService {
  constructor(
    entry: RehearsalEntry,
    private readonly transactions: Transactions,
    private readonly rehearsals: RehearsalsRepository,
    private readonly realms: RehearsalRealmRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly transitions: Transitions,
  ) {
    entry.register((id) =>
      this.transactions.read(systemScope('rehearsals'), (tx) => this.rehearsals.findEnterable(tx, id)),
    );
  }

  list(scope: Scope, query: RehearsalListQuery): Promise<ListResponse<RehearsalDto>> {
    return this.transactions.readList(scope, (tx) => this.rehearsals.list(tx, query));
  }

  /**
   * A rehearsal with its report; of a running one, what it has shown so far.
   *
   * @throws 404 when there is none
   */
  async get(scope: Scope, id: number): Promise<Found<RehearsalDto>> {
    const found = await this.transactions.read(scope, (tx) => this.rehearsals.get(tx, id));
    if (found.row.status !== 'running') return found;
    const report = await this.transactions.read({ kind: 'all', actor: scope.actor }, async (tx) => {
      const row = await this.rehearsals.findRehearsal(tx, id);
      return row ? (await this.report(tx, row)).report : null;
    });
    return { ...found, row: { ...found.row, report } };
  }

  /** Stops a running rehearsal and reports what it has shown so far; one that has ended stays as it is. */
  stop(scope: Scope, id: number): Promise<Found<RehearsalDto>> {
    return this.change(scope, id, async (tx, row) => {
      if (row.status === 'running') await this.end(tx, row, 'stopped');
      return this.rehearsals.get(tx, id);
    });
  }

  /** Deletes a rehearsal with its report; a running one is stopped. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.change(scope, id, async (tx, row) => {
      await this.rehearsals.lock(tx, id, ifMatch);
      await this.stopTasks(tx, row);
      await this.record(tx, row, 'rehearsal.delete');
      await this.rehearsals.updateRehearsal(tx, id, { deleted_at: new Date() });
    });
  }

  /** Ends the rehearsals whose tasks have ended, and removes the rows of those that were deleted or ended long ago. */
  async sweep(): Promise<void> {
    const scope = systemScope('rehearsals');
    const one = (work: (tx: Tx) => Promise<boolean>) => this.transactions.run(scope, work);
    const endOne = async (tx: Tx) => {
      const row = await this.rehearsals.findEnded(tx);
      if (row) await this.end(tx, row, row.halted ? 'stopped' : 'finished');
      return row !== undefined;
    };
    const purgeOne = async (tx: Tx) => {
      const row = await this.rehearsals.findExpired(tx);
      if (row) await this.rehearsals.purge(tx, row);
      return row !== undefined;
    };
    while (await one(endOne));
    while (await one(purgeOne));
  }

  /** Changes a rehearsal that the caller sees, with the rows of its realm in reach. */
  private change<T>(scope: Scope, id: number, work: (tx: Tx, row: RehearsalRow) => Promise<T>): Promise<T> {
    return this.transactions.runAmbient({ kind: 'all', actor: scope.actor }, async (tx) => {
      // 404 for a rehearsal that the caller doesn't see.
      await this.transactions.run(scope, (own) => this.rehearsals.get(own, id));
      const row = await this.rehearsals.findForUpdate(tx, id);
      if (!row) throw notFound('Rehearsal');
      return work(tx, row);
    });
  }

  /** Closes the realm of a rehearsal and stops every task in it: leased ones end within their lease. */
  private async stopTasks(tx: Tx, { rehearsal_realm_id }: RehearsalRow): Promise<void> {
    await this.realms.close(tx, rehearsal_realm_id);
    const rows = await this.lifecycle.lockUnfinishedOfRealm(tx, rehearsal_realm_id);
    const message = taskReason('REHEARSAL_ENDED');
    await this.transitions.apply(
      tx,
      rows.map((row) => ({ row, input: { type: 'stop' }, command: 'stop', message })),
    );
  }

  /** Reports what has happened: of one that has finished before its tasks are stopped, with the seats that they hold. */
  private async end(tx: Tx, row: RehearsalRow, status: 'finished' | 'stopped'): Promise<void> {
    if (status === 'stopped') await this.stopTasks(tx, row);
    const { now, report } = await this.report(tx, row);
    await this.rehearsals.updateRehearsal(tx, row.id, { status, finished_at: now, report });
    if (status === 'finished') await this.stopTasks(tx, row);
    if (status === 'stopped') await this.record(tx, row, 'rehearsal.stop');
  }

  /** What the tasks have shown until now. */
  private async report(tx: Tx, row: RehearsalRow): Promise<{ now: Date; report: RehearsalReport }> {
    const { now, workers, slots } = await this.rehearsals.readCapacity(tx);
    const report = makeReport({
      settings: row.settings,
      startsAt: row.starts_at,
      endedAt: now,
      workers,
      slots,
      money: await this.rehearsals.readMoney(tx, row),
      tasks: await this.rehearsals.findTasks(tx, row),
      timeline: await this.rehearsals.findTimeline(tx, row),
    });
    return { now, report };
  }

  /** Records for administrators alone: the realm's own log shows nothing of its rehearsals. */
  private async record(
    tx: Tx,
    row: RehearsalRow,
    action: 'rehearsal.stop' | 'rehearsal.delete',
  ): Promise<void> {
    await audit(tx, {
      action,
      entity: 'rehearsal',
      entity_id: row.id,
      realm_id: null,
      after: { realm_id: row.realm_id },
    });
  }
}

/** Ends rehearsals every two seconds. Of several processes at once, each ends others. */
@Injectable()
export class RehearsalSweeper extends Poller {
  constructor(private readonly rehearsals: RehearsalsService) {
    super({ name: 'rehearsals', intervalMs: 2000, failure: 'Rehearsals could not be ended' });
  }

  /** Ends now what has ended. */
  async sweepEnded(): Promise<void> {
    await this.rehearsals.sweep();
  }

  protected poll(): Promise<void> {
    return this.sweepEnded();
  }
}
