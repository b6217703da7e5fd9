import { createHash } from 'node:crypto';
import type { Cost } from '@tessera/domain/cost';
import { type AdviceCode, messageText } from '@tessera/domain/messages';
import type {
  RehearsalAdvice,
  RehearsalCharge,
  RehearsalFailure,
  RehearsalReport,
  RehearsalSettings,
} from './rehearsals.dto';

/** A line of a task's timeline. */
export interface TimelineLine {
  task_id: number;
  at: Date;
  what: string;
  to_status: string | null;
  message: string | null;
  reason: { code: string; params: Record<string, unknown> } | null;
}

/** A task as it is when the rehearsal ends. `seats` are those that it holds or has bought. */
export interface RehearsedTask {
  id: number;
  index: number;
  status: string;
  mode: 'hold' | 'buy';
  seats_to_set: number;
  retry_count: number;
  scheduled_at: Date | null;
  seats: string[];
  held: number;
  bought: number;
}

/** What the job of a rehearsal was to cost, and the prices of the seats that its tasks have. */
export interface RehearsedMoney {
  cost: Cost | null;
  charged: RehearsalCharge[];
  uncharged_seats: number;
}

/** All that a report is computed from. */
export interface ReportInput {
  settings: RehearsalSettings;
  startsAt: Date;
  endedAt: Date;
  /** Tasks that all workers together take at once, and how many workers there are. */
  slots: number;
  workers: number;
  money: RehearsedMoney;
  tasks: readonly RehearsedTask[];
  timeline: readonly TimelineLine[];
}

/** A time in ms during which a task waited for a worker, or a worker had it. */
type Span = { from: number; to: number };

/** Events after which no worker has the task. */
const LEASE_ENDS = new Set(['fail', 'release', 'paid', 'stop', 'mark_bought', 'purchase']);
/** The reason of an attempt that found no seats left. */
const SOLD_OUT = /^Sold out/;
/** As many times as a curve shows; of more, an even choice. */
const MAX_TIMES = 200;
/** A queue younger than this needs no further worker. */
const YOUNG_QUEUE_S = 5;

/** Computes the report of a rehearsal from the timelines of its tasks. */
export function makeReport(input: ReportInput): RehearsalReport {
  const { settings, startsAt, tasks } = input;
  const lines = Map.groupBy(
    input.timeline.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ({ task_id }) => task_id,
  );
  const of = (task: RehearsedTask) => lines.get(task.id) ?? [];
  const holds = tasks.flatMap((task) => {
    const first = of(task).find(({ what }) => what === 'hold');
    return first
      ? [{ at: first.at.getTime(), took: seconds(startOf(task, startsAt), first.at.getTime()) }]
      : [];
  });
  const took = holds.map((hold) => hold.took).toSorted((a, b) => a - b);
  const failed = input.timeline.filter(({ what }) => what === 'fail');
  const spans = tasks.map((task) => spansOf(task, of(task), input));
  const busy = spans.flatMap((each) => each.busy);
  const waits = spans.flatMap((each) => each.waits);
  const mostBusy = mostAtOnce(busy);
  const figures = {
    tasks: tasks.length,
    seats_planned: sum(tasks.map(({ seats_to_set }) => seats_to_set)),
    seats_target: settings.seats_target,
    seats_held: sum(tasks.map(({ held }) => held)),
    seats_bought: sum(tasks.map(({ bought }) => bought)),
    first_seat_s:
      holds.length === 0 ? null : seconds(startsAt.getTime(), Math.min(...holds.map(({ at }) => at))),
    hold_p50_s: percentile(took, 0.5),
    hold_p95_s: percentile(took, 0.95),
    hold_times_s: sample(took),
    retries: failed.filter(({ to_status }) => to_status === 'queued' || to_status === 'carted').length,
    lapses: input.timeline.filter(({ what }) => what === 'holds_lapsed').length,
    outcomes: Object.fromEntries(
      [...Map.groupBy(tasks, ({ status }) => status)].map(([status, some]) => [status, some.length]),
    ),
    ...input.money,
    failures: failuresOf(failed),
    workers: {
      // A worker that has just ended tasks says that it takes fewer, until it asks for more.
      slots: Math.max(input.slots, mostBusy),
      most_busy: mostBusy,
      most_wanted: mostAtOnce([...busy, ...waits]),
      oldest_queue_s: waits.reduce((most, { from, to }) => Math.max(most, seconds(from, to)), 0),
    },
    end_state: endState(tasks, of),
  };
  const soldOut = tasks.filter(
    (task) =>
      task.held + task.bought === 0 &&
      of(task).some((line) => line.what === 'fail' && SOLD_OUT.test(reasonOf(line))),
  ).length;
  return { ...figures, advice: adviceFor(figures, input.workers, soldOut) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const seconds = (from: number, to: number): number => Math.round(Math.max(0, to - from)) / 1000;
const startOf = (task: RehearsedTask, startsAt: Date): number => (task.scheduled_at ?? startsAt).getTime();

/** The value below which `share` of the sorted values are, by the nearest rank. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** The sorted values, of many as many as a curve shows: the last one among them. */
function sample(sorted: readonly number[]): number[] {
  const { length } = sorted;
  if (length <= MAX_TIMES) return [...sorted];
  return Array.from(
    { length: MAX_TIMES },
    (_, index) => sorted[Math.ceil(((index + 1) * length) / MAX_TIMES) - 1] ?? 0,
  );
}

/** The reason of a failed attempt, without the number of the retry. */
const reasonOf = ({ reason, message }: TimelineLine): string => {
  const words = reason?.params['words'] ?? reason?.params['failure'] ?? reason?.code ?? message;
  return typeof words === 'string' && words !== '' ? words : 'Unknown';
};

function failuresOf(failed: readonly TimelineLine[]): RehearsalFailure[] {
  return [...Map.groupBy(failed, reasonOf)]
    .map(([reason, tries]) => ({
      reason,
      tries: tries.length,
      tasks: tries.filter(({ to_status }) => to_status === 'failed').length,
    }))
    .toSorted((a, b) => b.tries - a.tries || a.reason.localeCompare(b.reason));
}

/** When the task waited for a worker though it could run, and when a worker had it. */
function spansOf(
  task: RehearsedTask,
  lines: readonly TimelineLine[],
  { startsAt, endedAt }: ReportInput,
): { waits: Span[]; busy: Span[] } {
  const end = endedAt.getTime();
  const waits: Span[] = [];
  const busy: Span[] = [];
  let ready: number | null = startOf(task, startsAt);
  let leased: number | null = null;
  for (const { what, at: instant, to_status, reason } of lines) {
    const at = instant.getTime();
    if (what === 'lease') {
      if (ready !== null) waits.push({ from: Math.min(ready, at), to: at });
      [ready, leased] = [null, at];
      continue;
    }
    const endsLease = LEASE_ENDS.has(what) || (what === 'hold' && task.mode === 'hold');
    if (leased !== null && endsLease) {
      busy.push({ from: leased, to: at });
      leased = null;
    }
    const pause = what === 'fail' ? Number(reason?.params['wait_s'] ?? 0) * 1000 : 0;
    if (to_status === 'queued' && what !== 'due' && what !== 'launch') ready = at + pause;
    else if (what === 'fail' && to_status === 'carted') ready = at + pause;
    else if (to_status !== 'queued' && to_status !== 'scheduled') ready = null;
  }
  if (leased !== null) busy.push({ from: leased, to: end });
  if (ready !== null && ready < end) waits.push({ from: ready, to: end });
  return { waits, busy };
}

/** The most spans that overlap at one moment. */
function mostAtOnce(spans: readonly Span[]): number {
  const steps = spans
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  let now = 0;
  let most = 0;
  for (const { by } of steps) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

/** A digest of how each task ended, which doesn't depend on how long anything took. */
function endState(
  tasks: readonly RehearsedTask[],
  linesOf: (task: RehearsedTask) => readonly TimelineLine[],
): string {
  const ends = tasks
    .toSorted((a, b) => a.index - b.index)
    .map((task) => [
      task.index,
      task.status,
      task.retry_count,
      task.seats.toSorted(),
      linesOf(task).flatMap((line) => (line.what === 'fail' ? [reasonOf(line)] : [])),
    ]);
  return createHash('sha256').update(JSON.stringify(ends)).digest('hex').slice(0, 16);
}

/** What to change before the sale, most important first. */
function adviceFor(
  report: Omit<RehearsalReport, 'advice'>,
  workers: number,
  soldOut: number,
): RehearsalAdvice[] {
  const advice: RehearsalAdvice[] = [];
  const add = (code: AdviceCode, params: Record<string, number> = {}) =>
    advice.push({
      code,
      message: messageText('en', 'advice', code, { ...params, count: params['workers'] }),
      params,
    });
  const { slots, most_wanted, oldest_queue_s } = report.workers;
  const queue_s = Math.round(oldest_queue_s);
  if (slots === 0) add('NO_WORKERS');
  else if (oldest_queue_s > YOUNG_QUEUE_S && most_wanted > slots) {
    const missing = Math.ceil((most_wanted - slots) / Math.max(1, slots / Math.max(1, workers)));
    add('MORE_WORKERS', { workers: missing, queue_s });
  }
  const seats = report.seats_held + report.seats_bought;
  const target = report.seats_target ?? report.seats_planned;
  const attemptsFor = (part: RegExp) =>
    sum(report.failures.map(({ reason, tries }) => (part.test(reason) ? tries : 0)));
  if (soldOut > 0) add('SOLD_OUT', { tasks: soldOut });
  const rejected = attemptsFor(/^Too many requests/);
  if (rejected > 0) add('TOO_MANY_REQUESTS', { tries: rejected });
  const down = attemptsFor(/out of service/);
  if (down > 0) add('OUT_OF_SERVICE', { tries: down });
  if (report.lapses > 0) add('HOLDS_LAPSED', { times: report.lapses });
  // More tasks help only where the plan itself is too small, or nothing else says why seats are missing.
  if (seats < target && (report.seats_planned < target || advice.length === 0))
    add('TARGET_MISSED', { seats, target });
  if (advice.length === 0) add('ALL_GOOD');
  return advice;
}
