import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { requireTimeZone } from '../../platform/database/time-zones';
import { needsAttention } from './attention.queries';
import type { DashboardDto, DashboardQuery, TasksOverTimeDto, TasksOverTimeQuery } from './dashboard.dto';
import {
  boughtToday,
  changesOverTime,
  chartSteps,
  failedMessages,
  heldNow,
  limitUse,
  livePlaces,
  nextScheduled,
  setupCounts,
  sinceWhen,
  stillWanted,
  unfinishedByStatus,
  unfinishedWork,
} from './dashboard.queries';
import { tasksOverTime } from './tasks-over-time';

/** The commonest reasons of failures that an answer names. */
const MOST_MESSAGES = 50;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Gathers the dashboard's figures, all as of one moment. */
@Injectable()
export class DashboardService {
  constructor(private readonly transactions: Transactions) {}

  figures(scope: Scope, { realm_id, time_zone = 'UTC' }: DashboardQuery): Promise<DashboardDto> {
    const realm = realmOf(scope, realm_id);
    return this.transactions.read(scope, async (tx) => {
      await requireTimeZone(tx, time_zone);
      const since = await sinceWhen(tx, time_zone);
      const unfinished = await unfinishedByStatus(tx, realm);
      const bought = await boughtToday(tx, realm, since);
      const failed = await failedMessages(tx, realm, since);
      const limits = await limitUse(tx, realm);
      return {
        unfinished,
        unfinished_total: sum(Object.values(unfinished)),
        waiting: unfinished.waiting_room ?? 0,
        ...(await unfinishedWork(tx, realm)),
        live_places: await livePlaces(tx, realm),
        ...(await heldNow(tx, realm)),
        bought_today: sum(bought.map(({ seats }) => seats)),
        bought_today_totals: bought,
        still_wanted: await stillWanted(tx, realm, since),
        failed_24h: sum(failed.map(({ count }) => count)),
        failed_24h_messages: failed.slice(0, MOST_MESSAGES),
        ...since,
        tasks_limit: limits.tasks,
        logins_limit: limits.logins,
        next_scheduled: await nextScheduled(tx, realm),
        attention: await needsAttention(tx, realm, scope.kind === 'all'),
        setup: await setupCounts(tx, realm),
      };
    });
  }

  /** The chart's figures; all of one moment, so that the last step is what the tiles count. */
  tasksOverTime(scope: Scope, { span = '24h', realm_id }: TasksOverTimeQuery): Promise<TasksOverTimeDto> {
    const realm = realmOf(scope, realm_id);
    return this.transactions.read(scope, async (tx) => {
      const now = await unfinishedByStatus(tx, realm);
      const steps = tasksOverTime(now, await changesOverTime(tx, realm, span));
      return { span, step_seconds: chartSteps[span].step, steps } as TasksOverTimeDto;
    });
  }
}

/** The realm asked for, null: all that the scope sees. @throws 400 for another realm than one's own */
const realmOf = (scope: Scope, asked: number | undefined): number | null =>
  asked === undefined || scope.kind === 'all' ? (asked ?? null) : ownRealm(scope, asked);
