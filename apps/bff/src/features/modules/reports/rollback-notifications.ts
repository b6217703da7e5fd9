import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import { type NotificationDraft, NotificationPublisher } from '../../notifications';
import type { RollbackMeasurement } from '../registry/settings.dto';
import type { WatchedRelease } from './watched-releases.repository';

/** Why a release was rolled back, and to what. */
interface Cause {
  reason: 'errors' | 'load_time';
  measured: RollbackMeasurement;
  /** There was no earlier release to return to. */
  isDisabled: boolean;
}

/** Notifies a release's publisher and the administrators of an automatic roll-back. */
@Injectable()
export class RollbackNotifications {
  constructor(private readonly notifications: NotificationPublisher) {}

  /** Sends one message to each administrator and to the owner of the publisher, in the roll-back's transaction. */
  async send(tx: Tx, release: WatchedRelease, cause: Cause): Promise<void> {
    const draft = draftOf(release, cause);
    await this.notifications.publish(tx, { ...draft, administratorsOnly: true });
    const ownerId = await this.findOwner(tx, release.publisher_id);
    // The key keeps an owner who is an administrator from getting it twice.
    if (ownerId !== null) await this.notifications.publish(tx, { ...draft, user_id: ownerId });
  }

  private async findOwner(tx: Tx, publisherId: number | null): Promise<number | null> {
    const [publisher] = await tx.query<{ owner_id: number | null }>(
      'SELECT owner_id FROM module_publishers WHERE id = $1',
      [publisherId],
    );
    return publisher?.owner_id ?? null;
  }
}

function draftOf(release: WatchedRelease, { reason, measured, isDisabled }: Cause): NotificationDraft {
  const { title, version, channel, since } = release;
  const { loads, errors, slow_loads, load_budget_ms } = measured;
  const seconds = load_budget_ms / 1000;
  const common = {
    topic: 'security',
    realm_id: null,
    subject: title,
    path: `/modules?open=${release.module_id}`,
    dedupeKey: `rollback:${release.release_id}:${channel}:${since.getTime()}`,
  } as const;
  if (isDisabled) {
    return {
      ...common,
      kind: 'module_disabled',
      title: `${title} was switched off`,
      body: `Version ${version} exceeded its budget, and there is no earlier version to return to.`,
      params: { version },
    };
  }
  return reason === 'errors'
    ? {
        ...common,
        kind: 'module_failing',
        title: `${title} was rolled back`,
        body: `Version ${version} failed in ${errors} of ${loads} loads.`,
        params: { version, errors, loads },
      }
    : {
        ...common,
        kind: 'module_slow',
        title: `${title} was rolled back`,
        body: `Version ${version} took longer than ${seconds} s in ${slow_loads} of ${loads} loads.`,
        params: { version, slow: slow_loads, loads, seconds },
      };
}
