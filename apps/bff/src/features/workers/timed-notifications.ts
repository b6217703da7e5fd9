import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { seatsText } from '../tasks';
import { mergeGroups, type Notice, Notices } from '../notifications';
import {
  crossedLimits,
  finishedJobs,
  saveLimitWarnings,
  tasksAboutToLapse,
} from './timed-notifications.repository';

/** What nobody's step brings about and people want to know: each thing is told once. */
@Injectable()
export class TimedNotifications {
  constructor(private readonly notices: Notices) {}

  /** Raises what is due; answers 0, for nothing is left over. */
  async raise(tx: Tx): Promise<number> {
    for (const due of [lapsing, finished, limits]) await this.notices.raise(tx, await due(tx));
    await mergeGroups(tx);
    return 0;
  }
}

/** Seats that lapse in two minutes, and again in half a minute, and that people can still pay. */
const lapsing = async (tx: Tx): Promise<Notice[]> =>
  (await tasksAboutToLapse(tx)).map(({ realm_id, about, event_id, seats, name, until, last }) => ({
    topic: 'hold_expiring',
    realm_id,
    kind: last ? 'seats_last_call' : 'seats_lapsing',
    subject: name,
    count: seats,
    group: {
      key: `${last ? 'last' : 'soon'} event:${event_id}`,
      title: last ? 'Last half minute: {count} seats' : '{count} seats about to lapse',
      body: name,
      params: {},
      path: '/tickets?tab=cart',
    },
    title: last ? `Last half minute: ${seatsText(seats)}` : `${seatsText(seats)} about to lapse`,
    body: `${name}: held until ${until.toISOString().slice(11, 16)} UTC`,
    params: { until },
    path: '/tickets?tab=cart',
    about,
  }));

/** Jobs of which nothing is left to do. */
const finished = async (tx: Tx): Promise<Notice[]> =>
  (await finishedJobs(tx)).map(({ realm_id, about, job_id, name, seats }) => ({
    topic: 'job_finished',
    realm_id,
    kind: 'job_finished',
    subject: name,
    group: {
      key: `job:${job_id}`,
      title: 'Job finished',
      body: `${name}: ${seatsText(seats)} bought`,
      params: { count: seats },
      path: `/jobs?open=${job_id}`,
    },
    title: 'Job finished',
    body: `${name}: ${seatsText(seats)} bought`,
    params: { count: seats },
    path: `/jobs?open=${job_id}`,
    about,
  }));

/** Realms that have come to 90 or 100 percent of a limit, once for each crossing. */
const limits = async (tx: Tx): Promise<Notice[]> => {
  const crossed = await crossedLimits(tx);
  await saveLimitWarnings(tx, crossed);
  return crossed
    .filter(({ percent, before }) => percent > before)
    .map(({ realm_id, kind, used, maximum }) => ({
      topic: 'limit_warning',
      realm_id,
      kind: `${kind === 'tasks' ? 'task' : 'login'}_limit_${used >= maximum ? 'reached' : 'near'}` as const,
      title: `${used} of ${maximum} ${kind} in use`,
      body: used >= maximum ? 'The limit is reached: no more can be added.' : 'The limit is nearly reached.',
      params: { used, maximum },
      path: '/dashboard',
    }));
};
