import { Injectable } from '@nestjs/common';
import { type NotificationDraft, TimedNotifications } from '../../messages';
import { type DueReminder, OnSaleRemindersRepository } from './on-sale-reminders.repository';

/** Reminds people of on-sales, each time once over any number of servers. */
@Injectable()
export class OnSaleReminders {
  constructor(timed: TimedNotifications, reminders: OnSaleRemindersRepository) {
    timed.register(async (tx) => {
      const due = await reminders.claimDue(tx);
      await reminders.removeOld(tx);
      return due.map(toDraft);
    });
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
    params: { until: at },
    path: `/calendar?view=day&date=${at.slice(0, 10)}&event=${event_id}`,
  };
};
