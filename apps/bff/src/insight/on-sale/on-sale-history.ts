import { sumAmounts, type TaskStatus } from '@tessera/domain';
import type { OnSaleHistoryDto, OnSalePoint } from './on-sale.dto';
import type {
  FailureCount,
  Period,
  PlannedSeats,
  SaleTimes,
  SeatChange,
  StatusChange,
  StatusCount,
  WaitingChange,
} from './on-sale-history.repository';

/** The steps that are chosen by default, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
const DEFAULT_POINTS = 600;
/** Points of one response. */
export const MAX_POINTS = 1000;
const MINUTE = 60_000;
/** How long before the on-sale the default period starts at most: tasks may wait in line for days. */
const LEAD = 15 * MINUTE;

const inProgress: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['queued', 'running', 'waiting_room']);
/** Tasks that try for their seats, or will. */
const trying: ReadonlySet<TaskStatus> = new Set<TaskStatus>([...inProgress, 'idle', 'scheduled']);

const iso = (at: number): string => new Date(at).toISOString();

/** The period that is shown: as requested, or from shortly before the sale until now or the end of its last task. */
export function choosePeriod(
  { now, on_sale_at, started_at, finished_at, unfinished }: SaleTimes,
  requested: { from?: string | undefined; to?: string | undefined; step?: number | undefined },
): Period {
  const present = now.getTime();
  const sale = on_sale_at?.getTime() ?? null;
  const first = started_at === null ? (sale ?? present - 60 * MINUTE) : started_at.getTime();
  const begins = sale === null || sale > present ? first - MINUTE : Math.max(first - MINUTE, sale - LEAD);
  const ends =
    unfinished || finished_at === null ? present : Math.min(present, finished_at.getTime() + MINUTE);
  const from = requested.from === undefined ? Math.min(begins, present - MINUTE) : Date.parse(requested.from);
  const to = requested.to === undefined ? Math.max(ends, from + MINUTE) : Date.parse(requested.to);
  const seconds = Math.max(1, (to - from) / 1000);
  const step = requested.step ?? STEPS.find((size) => seconds / size <= DEFAULT_POINTS) ?? 86_400;
  return { from: iso(from), to: iso(to), step };
}

/** What a history is computed from. */
export interface HistoryRows {
  now: readonly StatusCount[];
  changes: readonly StatusChange[];
  planned: readonly PlannedSeats[];
  seats: readonly SeatChange[];
  waiting: readonly WaitingChange[];
  failures: readonly FailureCount[];
}

/**
 * Computes the state at the end of each step: tasks by status backwards from the current counts, since lines of a timeline
 * may be archived; seats and places forwards from the first.
 */
export function historyOf(period: Period, wanted: number, rows: HistoryRows): OnSaleHistoryDto {
  const start = Date.parse(period.from);
  const length = Math.ceil((Date.parse(period.to) - start) / (period.step * 1000));
  const endOf = (step: number): string =>
    iso(Math.min(start + step * period.step * 1000, Date.parse(period.to)));
  const tasks = countBackwards(
    length,
    rows.now,
    Map.groupBy(rows.changes, ({ step }) => step),
  );
  const seats = new Map(rows.seats.map((change) => [change.step, change]));
  const places = new Map(rows.waiting.map((change) => [change.step, change]));
  const sum = { won: 0, held: 0, lapsed: 0, waiting: 0, spent: 0, due: 0 };
  const points: OnSalePoint[] = [];
  const planned = new Map(rows.planned.map(({ step, seats }) => [step, seats]));
  let wantedThen = wanted - rows.planned.reduce((total, { seats }) => total + seats, 0);
  for (let step = 0; step <= length; step += 1) {
    const seat = seats.get(step);
    const place = places.get(step);
    sum.won += seat?.won ?? 0;
    sum.held += seat?.held ?? 0;
    sum.lapsed += seat?.lapsed ?? 0;
    sum.spent = sumAmounts([sum.spent, seat?.spent ?? 0]);
    sum.due = sumAmounts([sum.due, seat?.due ?? 0]);
    sum.waiting += place?.waiting ?? 0;
    const { counts, in_progress, tried } = tasks[step] ?? { counts: {}, in_progress: 0, tried: 0 };
    wantedThen += planned.get(step) ?? 0;
    const open = Math.min(tried, Math.max(0, wantedThen - sum.won - sum.held));
    points.push({
      at: endOf(step),
      counts,
      in_progress,
      open,
      wanted: Math.max(0, wantedThen),
      ...sum,
      best: place?.best ?? null,
    });
  }
  const marks = rows.failures.map(({ step, kind, count }) => ({ at: endOf(step), kind, count }));
  return { from: period.from, to: period.to, step_seconds: period.step, wanted, points, marks };
}

interface TasksThen {
  counts: Record<string, number>;
  in_progress: number;
  tried: number;
}

/** Tasks by status, and the seats that they try for, at the end of each step; step 0 is the start of the period. */
function countBackwards(
  length: number,
  now: readonly StatusCount[],
  changes: ReadonlyMap<number, readonly StatusChange[]>,
): TasksThen[] {
  const tasks = new Map<TaskStatus, number>();
  const seats = new Map<TaskStatus, number>();
  const add = (status: TaskStatus, change: Pick<StatusCount, 'tasks' | 'seats'>, sign: 1 | -1) => {
    tasks.set(status, (tasks.get(status) ?? 0) + sign * change.tasks);
    seats.set(status, (seats.get(status) ?? 0) + sign * change.seats);
  };
  const undo = (step: number) => {
    for (const change of changes.get(step) ?? []) {
      add(change.to_status, change, -1);
      if (change.from_status !== null) add(change.from_status, change, 1);
    }
  };
  // Not below zero: lines of a timeline that was archived are missing.
  const seatsIn = (statuses: ReadonlySet<TaskStatus>) =>
    Math.max(
      0,
      [...statuses].reduce((total, status) => total + (seats.get(status) ?? 0), 0),
    );
  for (const row of now) add(row.status, row, 1);
  const points: TasksThen[] = [];
  undo(length + 1);
  for (let step = length; step >= 0; step -= 1) {
    points.push({
      counts: Object.fromEntries([...tasks].filter(([, count]) => count > 0)),
      in_progress: seatsIn(inProgress),
      tried: seatsIn(trying),
    });
    undo(step);
  }
  return points.toReversed();
}
