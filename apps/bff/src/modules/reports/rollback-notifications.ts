import { Injectable } from '@nestjs/common';
import type { Role } from '@tessera/domain';
import { type NotificationDraft, NotificationPublisher } from '../../messages';
import type { Tx } from '../../platform/database/transactions';
import type { RollbackMeasurement } from '../registry/settings.dto';
import type { WatchedRelease } from './watched-releases.repository';

/** Why a release was rolled back. */
interface Cause {
  reason: 'errors' | 'load_time';
  measured: RollbackMeasurement;
}

/** What all messages about a release have in common. */
type Common = Pick<NotificationDraft, 'topic' | 'realm_id' | 'subject' | 'path' | 'dedupeKey'>;

/** Notifies a release's publisher and the administrators of an automatic roll-back, or that one needs a decision. */
@Injectable()
export class RollbackNotifications {
  constructor(private readonly notifications: NotificationPublisher) {}

  /** Sends one message to each administrator and to the owner of the publisher, in the roll-back's transaction. */
  sendRolledBack(tx: Tx, release: WatchedRelease, cause: Cause): Promise<void> {
    return this.send(tx, release, rolledBackDraft(release, cause));
  }

  /** Asks the same people whether a release that exceeds its budget is to be rolled back; once per assignment. */
  sendUndecided(tx: Tx, release: WatchedRelease, measured: RollbackMeasurement): Promise<void> {
    return this.send(tx, release, undecidedDraft(release, measured));
  }

  private async send(tx: Tx, release: WatchedRelease, draft: NotificationDraft): Promise<void> {
    await this.notifications.publish(tx, { ...draft, administratorsOnly: true });
    const owner = await this.findOwner(tx, release.publisher_id);
    if (!owner) return;
    // Only administrators may open its page. The key keeps an owner who is one from getting it twice.
    const path = owner.role === 'admin' ? draft.path : null;
    await this.notifications.publish(tx, { ...draft, path, user_id: owner.id });
  }

  private async findOwner(
    tx: Tx,
    publisherId: number | null,
  ): Promise<{ id: number; role: Role } | undefined> {
    const [owner] = await tx.query<{ id: number; role: Role }>(
      `SELECT u.id, u.role FROM module_publishers p JOIN users u ON u.id = p.owner_id WHERE p.id = $1`,
      [publisherId],
    );
    return owner;
  }
}

const commonOf = (release: WatchedRelease, occasion: 'rollback' | 'undecided'): Common => ({
  topic: 'security',
  realm_id: null,
  subject: release.title,
  path: `/modules?open=${release.module_id}`,
  dedupeKey: [
    occasion,
    release.release_id,
    release.channel,
    release.realm_id ?? 'all',
    release.assigned_at.getTime(),
  ].join(':'),
});

function rolledBackDraft(release: WatchedRelease, { reason, measured }: Cause): NotificationDraft {
  const { version } = release;
  const { loads, errors, slow_loads, load_budget_ms } = measured;
  return reason === 'errors'
    ? {
        ...commonOf(release, 'rollback'),
        kind: 'module_failing',
        params: { version, errors, loads },
      }
    : {
        ...commonOf(release, 'rollback'),
        kind: 'module_slow',
        params: { version, slow: slow_loads, loads, seconds: load_budget_ms / 1000 },
      };
}

function undecidedDraft(release: WatchedRelease, measured: RollbackMeasurement): NotificationDraft {
  const { version } = release;
  const { loads, errors, slow_loads: slow } = measured;
  return {
    ...commonOf(release, 'undecided'),
    kind: 'module_undecided',
    params: { version, errors, slow, loads },
  };
}
