import type { PaymentForecastDto, PaymentHelp } from './payers.dto';
import {
  arrivals,
  type Baskets,
  busiestMinute,
  fewestPayers,
  forecastPayments,
  type Payments,
  smallestSpread,
} from './payment-queue';

/** A basket that is held now, in seconds from now. */
export interface HeldBasket {
  at_s: number;
  expires_s: number;
  /** Its task has tried again already, or doesn't try again. */
  is_last: boolean;
  /** Who pays it now, and since when. */
  claimed_by: number | null;
  claimed_s: number | null;
}

/** A task that will bring a basket. */
export interface ComingTask {
  /** In seconds from now; below 0 of one that runs. */
  start_s: number;
  seats: number;
  /** Its place among the starts of its job. */
  index: number;
  is_last: boolean;
}

/** Tasks of a job, of none, or of a launch that is planned. */
export interface ComingJob {
  job_id: number | null;
  name: string | null;
  tasks: readonly ComingTask[];
  /** Seats until its target; null: it has none. */
  room: number | null;
  /** When the first task starts and how many seconds lie between two starts, if its starts may still move. */
  moves: { first_s: number; delay: number } | null;
  /** The price levels that it chooses. */
  levels: readonly string[];
}

/** How an event's baskets come, how long they last, and who pays them. */
export interface PaymentSituation {
  now: Date;
  held: readonly HeldBasket[];
  jobs: readonly ComingJob[];
  /** Tasks in waiting rooms. */
  waiting: number;
  /** Tasks that workers can run at once; null: unknown, as if all. */
  slots: number | null;
  hold_s: number;
  lasts_s: number;
  payers: readonly { user_id: number; pace_s: number }[];
  /** The pace of a further person. */
  pace_s: number;
}

/** Jobs that are looked at for what helps: those with the most tasks. */
const MOST_JOBS = 5;

/** Whether the baskets of an event are paid in time, and what helps. */
export function forecastOf(situation: PaymentSituation): PaymentForecastDto {
  const { now, held, waiting, payers, pace_s } = situation;
  const coming = comingBaskets(situation, situation.jobs);
  const payments = paymentsOf(situation, coming);
  const { expired, first_expiry_s } = forecastPayments(payments);
  return {
    baskets: held.length + coming.length,
    held: held.length,
    waiting,
    baskets_per_minute: busiestMinute(coming.map(({ at_s }) => at_s)),
    paid_per_minute: round(payers.reduce((sum, payer) => sum + 60 / Math.max(1, payer.pace_s), 0)),
    expire: expired,
    first_expiry_at: first_expiry_s === null ? null : instantIn(now, first_expiry_s),
    pace_s: round(pace_s),
    help: expired === 0 ? [] : helpFor(situation, payments, expired),
  };
}

/** How many baskets will be paid, of how many. */
export function countPaid(situation: PaymentSituation): { paid: number; baskets: number } {
  const { baskets, paces, returns } = paymentsOf(situation, comingBaskets(situation, situation.jobs));
  return { paid: forecastPayments({ baskets, paces, returns }).paid, baskets: baskets.length };
}

function helpFor(situation: PaymentSituation, payments: Payments, expire: number): PaymentHelp[] {
  const more = fewestPayers(payments, situation.pace_s);
  const spread = findSpread(situation);
  const buy = findBuyer(situation, expire);
  return [...(more === null ? [] : [{ ...noHelp, kind: 'payers' as const, count: more }]), ...spread, ...buy];
}

const noHelp = {
  count: null,
  seconds: null,
  job_id: null,
  job_name: null,
  tasks: null,
  levels: null,
  expire: 0,
  last_start_at: null,
};

/** The job whose tasks only need to start further apart. */
function findSpread(situation: PaymentSituation): PaymentHelp[] {
  const { now, jobs } = situation;
  for (const job of largestOf(jobs.filter(({ moves }) => moves !== null))) {
    const { first_s, delay } = job.moves ?? { first_s: 0, delay: 0 };
    const seconds = smallestSpread(job.tasks.length, delay, (apart) =>
      paymentsOf(
        situation,
        comingBaskets(
          situation,
          jobs.map((each) => (each === job ? spreadJob(job, apart) : each)),
        ),
      ),
    );
    if (seconds === null) continue;
    const last = Math.max(0, first_s + Math.max(...job.tasks.map(({ index }) => index)) * seconds);
    const { job_id, name, tasks } = job;
    return [
      {
        ...noHelp,
        kind: 'spread',
        seconds,
        job_id,
        job_name: name,
        tasks: tasks.length,
        last_start_at: instantIn(now, last),
      },
    ];
  }
  return [];
}

/** A job with `apart` seconds between two starts. */
function spreadJob(job: ComingJob, apart: number): ComingJob {
  const first = job.moves?.first_s ?? 0;
  const tasks = job.tasks.map((task) => ({ ...task, start_s: Math.max(0, first + task.index * apart) }));
  return { ...job, tasks };
}

/** The job that leaves the fewest baskets to expire once workers pay its baskets. */
function findBuyer(situation: PaymentSituation, expire: number): PaymentHelp[] {
  const { jobs } = situation;
  const found = largestOf(jobs.filter(({ moves, tasks }) => moves !== null && tasks.length > 0)).map(
    (job) => {
      const rest = comingBaskets(
        situation,
        jobs.filter((each) => each !== job),
      );
      return { job, expire: forecastPayments(paymentsOf(situation, rest)).expired };
    },
  );
  const [best] = found.toSorted((a, b) => a.expire - b.expire);
  if (!best || best.expire >= expire) return [];
  const { job_id, name, tasks, levels } = best.job;
  return [
    {
      ...noHelp,
      kind: 'buy',
      job_id,
      job_name: name,
      tasks: tasks.length,
      levels: [...levels],
      expire: best.expire,
    },
  ];
}

const largestOf = (jobs: readonly ComingJob[]): ComingJob[] =>
  jobs.toSorted((a, b) => b.tasks.length - a.tasks.length).slice(0, MOST_JOBS);

/** The baskets that tasks will bring: of a job no more than its target needs. */
function comingBaskets({ slots, hold_s, lasts_s }: PaymentSituation, jobs: readonly ComingJob[]): Baskets[] {
  const tasks = jobs.flatMap(needed).toSorted((a, b) => a.start_s - b.start_s);
  const comes = arrivals({ starts_s: tasks.map(({ start_s }) => start_s), slots, hold_s });
  return comes.map((comes_s, index) => {
    // What takes longer than usual may come at any moment.
    const at_s = Math.max(0, comes_s);
    return { at_s, expires_s: at_s + lasts_s, is_last: tasks[index]?.is_last ?? false };
  });
}

function needed({ tasks, room }: ComingJob): readonly ComingTask[] {
  if (room === null) return tasks;
  let left = room;
  return tasks
    .toSorted((a, b) => a.start_s - b.start_s)
    .filter(({ seats }) => {
      const isNeeded = left > 0;
      if (isNeeded) left -= seats;
      return isNeeded;
    });
}

function paymentsOf(situation: PaymentSituation, coming: readonly Baskets[]): Payments {
  const { held, payers, pace_s, hold_s, lasts_s } = situation;
  const baskets = held.map(({ at_s, expires_s, is_last, claimed_by, claimed_s }): Baskets => {
    const basket = { at_s, expires_s, is_last };
    if (claimed_s === null) return basket;
    const payer = payers.findIndex(({ user_id }) => user_id === claimed_by);
    return { ...basket, claim: { payer: payer < 0 ? null : payer, since_s: claimed_s, pace_s } };
  });
  return {
    baskets: [...baskets, ...coming],
    paces: payers.map((payer) => payer.pace_s),
    returns: { after_s: hold_s, lasts_s },
  };
}

const instantIn = (now: Date, seconds: number): string =>
  new Date(now.getTime() + Math.round(seconds * 1000)).toISOString();

const round = (value: number): number => Math.round(value * 10) / 10;
