import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import { ModuleAssignmentsService } from '../registry/assignments.service';
import type { RollbackMeasurement } from '../registry/settings.dto';
import { figuresOf, type LoadCounts } from './load-figures';
import { countLonger } from './load-histogram';
import { RollbackNotifications } from './rollback-notifications';
import { findExceededBudget, previousErrorRate } from './rollback-rules';
import { type WatchedRelease, WatchedReleasesRepository } from './watched-releases.repository';

/** A watched release that exceeds a budget. */
interface Verdict {
  reason: 'errors' | 'load_time';
  measured: RollbackMeasurement;
}

/** Rolls canaries and fresh stable releases back when they fail too often or load too slowly. */
@Injectable()
export class AutomaticRollback {
  constructor(
    private readonly watched: WatchedReleasesRepository,
    private readonly assignments: ModuleAssignmentsService,
    private readonly notifications: RollbackNotifications,
  ) {}

  /**
   * Rolls back those of the releases that exceed a budget, in the transaction of the reports that show it. All modules in
   * question are locked before the first of them changes, so that two such transactions don't wait for one another.
   */
  async check(tx: Tx, releaseIds: readonly number[]): Promise<void> {
    const suspects = await this.findExceeding(tx, releaseIds);
    if (suspects.length === 0) return;
    for (const moduleId of new Set(suspects.map(({ release }) => release.module_id)))
      await this.assignments.lock(tx, moduleId);
    const ids = suspects.map(({ release }) => release.release_id);
    for (const { release, verdict } of await this.findExceeding(tx, ids)) {
      const { module_id, release_id: releaseId, channel } = release;
      const rollback = { releaseId, channel, ...verdict };
      const { isDisabled } = await this.assignments.rollBackAutomatically(tx, module_id, rollback);
      await this.notifications.send(tx, release, { ...verdict, isDisabled });
    }
  }

  /** By module, so that modules are locked in one order. */
  private async findExceeding(
    tx: Tx,
    releaseIds: readonly number[],
  ): Promise<{ release: WatchedRelease; verdict: Verdict }[]> {
    const found = [];
    for (const release of await this.watched.find(tx, releaseIds)) {
      const verdict = await this.judge(tx, release);
      if (verdict) found.push({ release, verdict });
    }
    return found;
  }

  private async judge(tx: Tx, release: WatchedRelease): Promise<Verdict | null> {
    const { release_id, since, previous_release_id } = release;
    const counts = await this.watched.countSince(tx, release_id, since);
    const previous =
      previous_release_id === null || previous_release_id === release_id
        ? null
        : previousErrorRate(await this.watched.countLastHour(tx, previous_release_id));
    const reason = findExceededBudget(counts, release, previous);
    if (reason === null || (await this.isIrreplaceable(tx, release))) return null;
    return { reason, measured: measurementOf(counts, release, previous) };
  }

  /**
   * Whether it is a module that the installation ships, without an earlier release to return to. Such a module stays: in a
   * new installation, failing networks would otherwise switch the console's own pages off.
   */
  private async isIrreplaceable(tx: Tx, release: WatchedRelease): Promise<boolean> {
    const { channel, publisher_id, previous_release_id: previousId } = release;
    if (channel === 'canary' || publisher_id !== null) return false;
    return previousId === null || (await this.assignments.findUnfitness(tx, previousId)) !== null;
  }
}

const measurementOf = (
  counts: LoadCounts,
  { error_budget_percent, load_budget_ms }: WatchedRelease,
  previous_error_rate: number | null,
): RollbackMeasurement => ({
  ...figuresOf(counts),
  slow_loads: countLonger(counts.histogram, load_budget_ms),
  error_budget_percent,
  load_budget_ms,
  previous_error_rate,
});
