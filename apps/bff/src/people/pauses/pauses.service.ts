import { Injectable } from '@nestjs/common';
import { type NotificationDraft, NotificationPublisher } from '../../messages';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import type { PauseDto, PauseInput } from './pauses.dto';
import { PausesRepository } from './pauses.repository';

/**
 * Pauses a realm, or everything, by one row: leasing, schedules and running tasks look at it, and no task is changed. So its end
 * gives back exactly what was, with what people changed meanwhile.
 */
@Injectable()
export class PausesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly pauses: PausesRepository,
    private readonly notifications: NotificationPublisher,
  ) {}

  /** The pauses in force that concern the caller. */
  list(scope: Scope): Promise<PauseDto[]> {
    return this.transactions.readList(scope, (tx) => this.pauses.listInForce(tx));
  }

  /**
   * Pauses a realm or everything; returns the pause in force, which is somebody else's if theirs came first.
   *
   * @throws 403 when somebody else than an administrator pauses everything
   */
  begin(scope: Scope, { realm_id, everything = false, reason }: PauseInput): Promise<PauseDto> {
    return this.transactions.run(scope, async (tx) => {
      const realmId = await this.realmToPause(tx, everything, realm_id);
      const isNew = await this.pauses.begin(tx, realmId, reason);
      const pause = await this.pauses.findInForce(tx, realmId);
      if (!pause)
        throw new ApiError('CONFLICT', 'The pause was ended at this moment', { reason: 'CHANGED_MEANWHILE' });
      if (isNew) await this.record(tx, 'pause', pause);
      return pause;
    });
  }

  /**
   * Ends a pause; what it held back continues. A pause that has ended stays as it is.
   *
   * @throws 403 when an owner would end the pause of the whole installation
   */
  resume(scope: Scope, id: number): Promise<PauseDto> {
    return this.transactions.run(scope, async (tx) => {
      const pause = await this.pauses.find(tx, id);
      if (!pause) throw notFound('Pause');
      if (pause.realm_id === null && scope.kind !== 'all') throw pausedByAdministrator();
      if (await this.pauses.end(tx, id)) await this.record(tx, 'resume', pause);
      return (await this.pauses.find(tx, id)) ?? pause;
    });
  }

  private async realmToPause(tx: Tx, everything: boolean, realmId: number | undefined) {
    if (!everything) return (await existingRealm(tx, realmId)).id;
    if (tx.scope.kind !== 'all') throw pausedByAdministrator();
    if (realmId === undefined) return null;
    throw invalid([
      { field: 'realm_id', message: 'realm_id must be left out to pause everything', code: 'INVALID' },
    ]);
  }

  private async record(tx: Tx, change: 'pause' | 'resume', pause: PauseDto): Promise<void> {
    const { realm_id, reason, paused_at, paused_who } = pause;
    await audit(tx, {
      action: realm_id === null ? `installation.${change}` : `realm.${change}`,
      entity: realm_id === null ? 'installation' : 'realm',
      entity_id: realm_id,
      realm_id,
      after: { reason, paused_at, paused_who },
    });
    await this.notifications.publish(tx, toDraft(change, pause, tx.scope.actor.label));
  }
}

function toDraft(change: 'pause' | 'resume', { realm_id, reason }: PauseDto, who: string): NotificationDraft {
  const what = realm_id === null ? 'everything' : 'realm';
  return {
    topic: 'pause',
    realm_id,
    kind: change === 'pause' ? `${what}_paused` : `${what}_resumed`,
    params: { who, reason },
    path: '/tasks',
  };
}

const pausedByAdministrator = () =>
  new ApiError('FORBIDDEN', 'Only an administrator pauses and resumes everything', {
    reason: 'PAUSE_OF_ADMINISTRATORS',
  });
