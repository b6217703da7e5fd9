import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { JobsService } from '../jobs/jobs.service';
import type { DashboardDto, DashboardQuery } from './dashboard.dto';
import {
  boughtToday,
  changesOverTime,
  failedMessages,
  heldNow,
  limitUse,
  needsAttention,
  nextScheduled,
  recentJobIds,
  setupCounts,
  unfinishedByStatus,
} from './dashboard.queries';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Gathers the dashboard's figures, all as of one moment. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobsService,
  ) {}

  figures(scope: Scope, { span = '24h', realm_id }: DashboardQuery): Promise<DashboardDto> {
    const realm =
      realm_id === undefined || scope.kind === 'all' ? (realm_id ?? null) : ownRealm(scope, realm_id);
    return this.transactions.read(scope, async (tx) => {
      const unfinished = await unfinishedByStatus(tx, realm);
      const bought = await boughtToday(tx, realm);
      const failed = await failedMessages(tx, realm);
      const limits = await limitUse(tx, realm);
      return {
        unfinished,
        unfinished_total: sum(Object.values(unfinished)),
        waiting: unfinished.waiting_room ?? 0,
        ...(await heldNow(tx, realm)),
        bought_today: sum(bought.map(({ seats }) => seats)),
        bought_today_totals: bought,
        failed_24h: sum(failed.map(({ count }) => count)),
        failed_24h_messages: failed,
        tasks_limit: limits.tasks,
        logins_limit: limits.logins,
        tasks_over_time: await changesOverTime(tx, realm, span),
        recent_jobs: await this.jobs.byIds(tx, await recentJobIds(tx, realm)),
        next_scheduled: await nextScheduled(tx, realm),
        attention: await needsAttention(tx, realm, scope.kind === 'all'),
        setup: await setupCounts(tx, realm),
      };
    });
  }
}
