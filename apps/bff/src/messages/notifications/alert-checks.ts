import { Injectable } from '@nestjs/common';
import { AlertsRepository, type CrossedAlert } from './alerts.repository';
import type { NotificationDraft } from './notification-draft';
import { TimedNotifications } from './timed-notifications';

/** Notifies people of thresholds that they set, once per crossing over any number of servers. */
@Injectable()
export class AlertChecks {
  constructor(timed: TimedNotifications, alerts: AlertsRepository) {
    timed.register(async (tx) => (await alerts.claimCrossed(tx)).map(toDraft));
  }
}

/** A crossed threshold as a line of its own, which later crossings update while it is unread. */
function toDraft(crossed: CrossedAlert): NotificationDraft {
  const { user_id, alert, kind, amount, subject, held } = crossed;
  const event =
    kind === 'seats_held'
      ? ({ kind: 'seats_reached', params: { held, amount } } as const)
      : ({ kind: 'nothing_moved', params: { seconds: amount } } as const);
  const path = pathFor(crossed);
  return {
    topic: 'threshold',
    realm_id: null,
    user_id,
    subject,
    ...event,
    path,
    group: { key: alert, params: event.params, path },
  };
}

/** The seats to pay, or the tasks that don't move. */
function pathFor({ kind, event_id, job_id }: CrossedAlert): string {
  if (kind === 'seats_held') return event_id === null ? '/pay' : `/pay?event=${event_id}`;
  return `/tasks?${new URLSearchParams({
    status: 'queued,running,waiting_room',
    ...(event_id === null ? {} : { event_id: String(event_id) }),
    ...(job_id === null ? {} : { job_id: String(job_id) }),
  }).toString()}`;
}
