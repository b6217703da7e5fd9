import { Injectable } from '@nestjs/common';
import { Tokens } from '../../platform/auth/tokens';
import type { Tx } from '../../platform/database/transactions';
import { ModuleAssignmentsService } from '../registry/assignments.service';
import type { RollbackMeasurement } from '../registry/settings.dto';
import { countLonger, figuresOf } from './load-histogram';
import { RollbackNotifications } from './rollback-notifications';
import {
  type ExceededBudget,
  findExceeded,
  findExceededBudget,
  previousErrorRate,
  type ReportedLoads,
} from './rollback-rules';
import { keyOfSource } from './sources';
import { type WatchedRelease, WatchedReleasesRepository } from './watched-releases.repository';

/** A watched release that exceeds a budget. */
interface Verdict extends ExceededBudget {
  release: WatchedRelease;
  previousRate: number | null;
}

/** Rolls canaries and fresh stable releases back when they fail too often or load too slowly. */
@Injectable()
export class AutomaticRollback {
  constructor(
    private readonly tokens: Tokens,
    private readonly watched: WatchedReleasesRepository,
    private readonly assignments: ModuleAssignmentsService,
    private readonly notifications: RollbackNotifications,
  ) {}

  /**
   * Rolls back those of the releases that exceed a budget, in the transaction of the reports that show it. All modules in
   * question are locked before the first of them changes, so that two such transactions don't wait for one another. Where the
   * reports are those of one realm, or there is no release to return to, it asks the administrators instead.
   */
  async check(tx: Tx, releaseIds: readonly number[]): Promise<void> {
    const suspects = await this.findExceeding(tx, releaseIds);
    for (const moduleId of new Set(suspects.map(({ release }) => release.module_id)))
      await this.assignments.lock(tx, moduleId);
    const suspectIds = new Set(suspects.map(({ release }) => release.release_id));
    const rolledBack = new Set<number>();
    for (const verdict of suspects.length > 0 ? await this.findExceeding(tx, [...suspectIds]) : []) {
      const { release, reason, isAgreed } = verdict;
      const { module_id, release_id: releaseId, channel, realm_id: realmId } = release;
      const canReturn = await this.canReturn(tx, release);
      if (isAgreed && canReturn) {
        const measured = await this.measure(tx, verdict);
        const rollback = { releaseId, channel, realmId, reason, measured };
        await this.assignments.rollBackAutomatically(tx, module_id, rollback);
        await this.notifications.sendRolledBack(tx, release, { reason, measured });
        rolledBack.add(releaseId);
      } else if (!rolledBack.has(releaseId) && (canReturn || !isBundled(release))) {
        await this.notifications.sendUndecided(tx, release, await this.measure(tx, verdict));
      }
    }
  }

  /** By module, so that modules are locked in one order. */
  private async findExceeding(tx: Tx, releaseIds: readonly number[]): Promise<Verdict[]> {
    const found = [];
    for (const release of await this.watched.findWatched(tx, releaseIds)) {
      const verdict = await this.judge(tx, release);
      if (verdict) found.push(verdict);
    }
    return found;
  }

  private async judge(tx: Tx, release: WatchedRelease): Promise<Verdict | null> {
    const { release_id, previous_release_id } = release;
    const reported = await this.readReported(tx, release);
    const previousRate =
      previous_release_id === null || previous_release_id === release_id
        ? null
        : previousErrorRate(await this.watched.readRecent(tx, previous_release_id));
    const exceeded = findExceededBy(release, reported, previousRate);
    return exceeded && { release, previousRate, ...exceeded };
  }

  private async measure(tx: Tx, { release, previousRate }: Verdict): Promise<RollbackMeasurement> {
    const { error_budget_percent, load_budget_ms } = release;
    const counts = await this.watched.countSince(tx, release.release_id, release.since);
    return {
      ...figuresOf(counts),
      slow_loads: countLonger(counts.histogram, load_budget_ms),
      error_budget_percent,
      load_budget_ms,
      previous_error_rate: previousRate,
    };
  }

  private readReported(
    tx: Tx,
    { release_id, realm_id: realmId, since }: WatchedRelease,
  ): Promise<ReportedLoads[]> {
    const source = realmId === null ? null : keyOfSource(this.tokens, { realmId }, release_id);
    return this.watched.readReported(tx, release_id, { since, source });
  }

  /** Whether users get an earlier release when this one is taken back, rather than none. */
  private async canReturn(
    tx: Tx,
    { channel, previous_release_id: previousId }: WatchedRelease,
  ): Promise<boolean> {
    if (previousId === null) return false;
    return channel === 'canary' || (await this.assignments.findRejection(tx, previousId)) === null;
  }
}

/** A canary of one realm is judged by its users alone: nobody else has it. */
const findExceededBy = (
  release: WatchedRelease,
  reported: readonly ReportedLoads[],
  previousRate: number | null,
): ExceededBudget | null => {
  if (release.realm_id === null) return findExceededBudget(reported, release, previousRate);
  const [own] = reported;
  const reason = own ? findExceeded(own, release, previousRate) : null;
  return reason === null ? null : { reason, isAgreed: true };
};

/**
 * Whether the installation ships the module. Without an earlier release of it nobody is asked: in a new installation, failing
 * networks would otherwise put the console's own pages in question.
 */
const isBundled = ({ channel, publisher_id }: WatchedRelease): boolean =>
  channel === 'stable' && publisher_id === null;
