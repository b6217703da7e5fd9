import { Injectable } from '@nestjs/common';
import { unfinishedStatuses } from '@tessera/domain';
import {
  type DueNotification,
  type NotificationDraft,
  notYetNotified,
  TimedNotifications,
} from '../../messages';
import type { Tx } from '../../platform/database/transactions';
import { seatsWonSql } from '../tasks/lifecycle/gates';

/** A job whose last task has finished, with the seats that it has won. */
type FinishedJob = { job_id: number; event_id: number; name: string; seats: number };

/** Notifies people of jobs whose last task has finished. */
@Injectable()
export class FinishedJobs {
  constructor(timed: TimedNotifications) {
    timed.register(async (tx) => (await this.findDue(tx)).map(toDraft));
  }

  /** Jobs whose last task finished in the last ten minutes. */
  private findDue(tx: Tx): Promise<DueNotification<FinishedJob>[]> {
    return tx.query<DueNotification<FinishedJob>>(
      `SELECT s.*, ${seatsWonSql('s.realm_id', 's.job_id')} AS seats
       FROM (
         SELECT f.realm_id, f.job_id, j.event_id, j.name, 'job:' || f.job_id || ':' || extract(epoch FROM f.finished_at)::bigint AS about
         FROM (
           SELECT t.realm_id, t.job_id, max(t.finished_at) AS finished_at FROM tasks t
           WHERE t.job_id IS NOT NULL AND t.finished_at > now() - interval '10 minutes' AND t.deleted_at IS NULL
           GROUP BY t.realm_id, t.job_id) f
         JOIN jobs j ON j.realm_id = f.realm_id AND j.id = f.job_id AND j.deleted_at IS NULL
         WHERE NOT EXISTS (SELECT FROM job_counts c WHERE c.realm_id = f.realm_id AND c.job_id = f.job_id
           AND c.counted = ANY ($1::text[]) HAVING sum(c.total) > 0)) s
       WHERE ${notYetNotified('job_finished')}`,
      [unfinishedStatuses],
    );
  }
}

function toDraft({
  realm_id,
  about,
  job_id,
  event_id,
  name,
  seats,
}: DueNotification<FinishedJob>): NotificationDraft {
  const params = { count: seats };
  const path = `/jobs/${job_id}`;
  return {
    topic: 'job_finished',
    realm_id,
    kind: 'job_finished',
    subject: name,
    params,
    concerns: { event_id, job_id },
    path,
    group: { key: `job:${job_id}`, params, path },
    dedupeKey: about,
  };
}
