import { Injectable } from '@nestjs/common';
import {
  type DueNotification,
  type NotificationDraft,
  notYetNotified,
  TimedNotifications,
} from '../../messages';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';

/** Seconds before a hold expires at which people get the first and the last warning. */
const FIRST_WARNING_S = 120;
const LAST_WARNING_S = 30;

/** Held seats of a task that expire soon; `last`: within the last warning's time. */
type ExpiringSeats = { event_id: number; seats: number; until: Date; name: string; last: boolean };

/** Warns people of held seats that they can still pay, 2 minutes and again 30 seconds before they expire. */
@Injectable()
export class ExpiryWarnings {
  constructor(timed: TimedNotifications) {
    timed.register(async (tx) => (await this.findDue(tx)).map(toDraft));
  }

  /** Tasks with holds that expire soon (`last`: within half a minute), except those that a worker pays. */
  private findDue(tx: Tx): Promise<DueNotification<ExpiringSeats>[]> {
    return tx.query<DueNotification<ExpiringSeats>>(
      `SELECT s.* FROM (
         SELECT h.realm_id, 'task:' || h.task_id || ':' || extract(epoch FROM min(h.expires_at))::bigint
             || CASE WHEN min(h.expires_at) <= now() + interval '${LAST_WARNING_S} seconds' THEN ':last' ELSE '' END AS about,
           min(h.expires_at) <= now() + interval '${LAST_WARNING_S} seconds' AS last,
           min(h.event_id) AS event_id, count(*)::int AS seats, min(h.expires_at) AS until, coalesce(min(h.event_name), min(t.name)) AS name
         FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id AND t.lease_id IS NULL
         WHERE ${liveHoldSql('h')} AND h.expires_at <= now() + interval '${FIRST_WARNING_S} seconds'
         GROUP BY h.realm_id, h.task_id) s
       WHERE ${notYetNotified('hold_expiring')}`,
    );
  }
}

function toDraft({
  realm_id,
  about,
  event_id,
  seats,
  name,
  until,
  last,
}: DueNotification<ExpiringSeats>): NotificationDraft {
  return {
    topic: 'hold_expiring',
    realm_id,
    kind: last ? 'seats_last_call' : 'seats_lapsing',
    subject: name,
    concerns: { event_id },
    count: seats,
    group: {
      key: `${last ? 'last' : 'soon'} event:${event_id}`,
      params: {},
      path: `/pay?event=${event_id}`,
      over_s: FIRST_WARNING_S,
    },
    params: { until: until.toISOString() },
    path: `/pay?event=${event_id}`,
    dedupeKey: about,
  };
}
