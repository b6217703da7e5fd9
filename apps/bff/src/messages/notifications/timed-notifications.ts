import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { Sweeps } from '../../platform/sweeps/sweeps';
import type { NotificationDraft } from './notification-draft';
import { NotificationPublisher } from './notification-publisher';
import type { Topic } from './topics';

/** Most notifications that one owner sends in a transaction. */
const MAX_ROWS = 500;

/** SQL condition: the realm has no notification about this yet (alias `s`, with `realm_id` and `about`). */
export const notYetNotified = (topic: Topic): string =>
  `NOT EXISTS (SELECT FROM notifications n WHERE n.realm_id = s.realm_id AND n.topic = '${topic}' AND n.abouts @> ARRAY[s.about])
   LIMIT ${MAX_ROWS}`;

/** Something to notify a realm about. `about` identifies it, so that it is sent once. */
export type DueNotification<T> = T & { realm_id: number; about: string };

/** Returns the notifications that are due, each once over any number of servers. */
type FindDue = (tx: Tx) => Promise<NotificationDraft[]>;

/** Notifications that are due because time has passed. Their owners register them. */
@Injectable()
export class TimedNotifications {
  private readonly owners: FindDue[] = [];

  constructor(
    sweeps: Sweeps,
    private readonly notifications: NotificationPublisher,
  ) {
    sweeps.register('timed notifications', (tx) => this.send(tx));
  }

  /** Has an owner's notifications sent from now on whenever they are due. */
  register(findDue: FindDue): void {
    this.owners.push(findDue);
  }

  /** Returns 0, because one batch covers them. */
  private async send(tx: Tx): Promise<number> {
    for (const findDue of this.owners) await this.notifications.publish(tx, await findDue(tx));
    await this.notifications.flush(tx);
    return 0;
  }
}
