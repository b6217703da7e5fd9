import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { type NotificationDraft, NotificationPublisher } from '../notifications';
import { type DueReminder, OnSaleRemindersRepository } from './on-sale-reminders.repository';

/** Reminds people of on-sales, each time once over any number of servers. */
@Injectable()
export class OnSaleReminders {
  constructor(
    private readonly notifications: NotificationPublisher,
    private readonly reminders: OnSaleRemindersRepository,
  ) {}

  /** Sends the reminders that are due. */
  async send(tx: Tx): Promise<void> {
    await this.notifications.publish(tx, (await this.reminders.claimDue(tx)).map(toDraft));
    await this.reminders.removeOld(tx);
  }
}

const toDraft = ({ user_id, realm_id, event_id, name, on_sale_at }: DueReminder): NotificationDraft => {
  const at = on_sale_at.toISOString();
  return {
    topic: 'on_sale',
    realm_id,
    user_id,
    kind: 'on_sale_soon',
    subject: name,
    title: 'Tickets go on sale soon',
    body: `${name}: on sale at ${at.slice(0, 16).replace('T', ' ')} UTC`,
    params: { until: at },
    path: `/calendar?view=day&date=${at.slice(0, 10)}&event=${event_id}`,
  };
};
