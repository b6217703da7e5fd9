import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { OnSaleReminders } from '../calendar';
import { EscalationChecks } from '../escalations';
import { AlertChecks, type NotificationDraft, NotificationPublisher } from '../notifications';
import { seatsText } from '../tasks';
import { FIRST_WARNING_S, TimedNotificationsRepository } from './timed-notifications.repository';

/** Notifications that are due because time has passed. Each is sent once. */
@Injectable()
export class TimedNotifications {
  constructor(
    private readonly notifications: NotificationPublisher,
    private readonly due: TimedNotificationsRepository,
    private readonly onSales: OnSaleReminders,
    private readonly alerts: AlertChecks,
    private readonly escalations: EscalationChecks,
  ) {}

  /** Sends the notifications that are due; returns 0, because one batch covers them. */
  async send(tx: Tx): Promise<number> {
    await this.notifications.publish(tx, await this.lapsing(tx));
    await this.notifications.publish(tx, await this.finished(tx));
    await this.notifications.publish(tx, await this.limits(tx));
    await this.onSales.send(tx);
    await this.alerts.send(tx);
    await this.escalations.send(tx);
    await this.notifications.flush(tx);
    return 0;
  }

  /** Held seats that people can still pay, 2 minutes and again 30 seconds before they expire. */
  private async lapsing(tx: Tx): Promise<NotificationDraft[]> {
    return (await this.due.findLapsingTasks(tx)).map(
      ({ realm_id, about, event_id, seats, name, until, last }) => ({
        topic: 'hold_expiring',
        realm_id,
        kind: last ? 'seats_last_call' : 'seats_lapsing',
        subject: name,
        count: seats,
        group: {
          key: `${last ? 'last' : 'soon'} event:${event_id}`,
          title: last ? 'Last 30 seconds: {count} seats' : '{count} seats about to expire',
          body: name,
          params: {},
          path: `/pay?event=${event_id}`,
          over_s: FIRST_WARNING_S,
        },
        title: last ? `Last 30 seconds: ${seatsText(seats)}` : `${seatsText(seats)} about to expire`,
        body: `${name}: held until ${until.toISOString().slice(11, 16)} UTC`,
        params: { until },
        path: `/pay?event=${event_id}`,
        dedupeKey: about,
      }),
    );
  }

  /** Jobs whose last task has finished. */
  private async finished(tx: Tx): Promise<NotificationDraft[]> {
    return (await this.due.findFinishedJobs(tx)).map(({ realm_id, about, job_id, name, seats }) => ({
      topic: 'job_finished',
      realm_id,
      kind: 'job_finished',
      subject: name,
      group: {
        key: `job:${job_id}`,
        title: 'Job finished',
        body: `${name}: ${seatsText(seats)} bought`,
        params: { count: seats },
        path: `/jobs/${job_id}`,
      },
      title: 'Job finished',
      body: `${name}: ${seatsText(seats)} bought`,
      params: { count: seats },
      path: `/jobs/${job_id}`,
      dedupeKey: about,
    }));
  }

  /** Realms that have reached 90 or 100 percent of a limit, once per crossing. */
  private async limits(tx: Tx): Promise<NotificationDraft[]> {
    const crossed = await this.due.findCrossedLimits(tx);
    await this.due.saveLimitWarnings(tx, crossed);
    return crossed
      .filter(({ percent, before }) => percent > before)
      .map(({ realm_id, kind, used, maximum }) => ({
        topic: 'limit_warning',
        realm_id,
        kind: `${kind === 'tasks' ? 'task' : 'login'}_limit_${used >= maximum ? 'reached' : 'near'}` as const,
        title: `${used} of ${maximum} ${kind} in use`,
        body:
          used >= maximum
            ? `The limit is reached: no more ${kind} can be added.`
            : 'The limit is nearly reached.',
        params: { used, maximum },
        path: '/dashboard',
      }));
  }
}
