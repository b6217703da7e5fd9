import type { OnSaleDto, OnSaleHistoryDto } from '@tessera/api';
import { countTasks, failedStatuses } from '@tessera/domain';

export type FailureKind = OnSaleHistoryDto['marks'][number]['kind'];

/** The state of an on-sale at one moment. */
export interface Frame {
  /** Epoch milliseconds by the server's clock. */
  at: number;
  /** Tasks by status. */
  counts: Readonly<Record<string, number>>;
  won: number;
  held: number;
  inProgress: number;
  /** Seats that a task still tries for, or will; and those that none does. */
  open: number;
  lost: number;
  /** Seats that the jobs and tasks until then were for. */
  wanted: number;
  lapsed: number;
  /** Prices of the seats won and of those held, in the currency of the site. */
  spent: number;
  due: number;
  /** Places that wait in waiting rooms. */
  waiting: number;
  /** The smallest known position; null: unknown. */
  best: number | null;
}

/** Failed tries of one kind that became known at one moment. */
export interface Mark {
  at: number;
  kind: FailureKind;
  count: number;
}

/** An on-sale over time: what happened before the room was opened, and what the live stream has added since. */
export interface RoomFrames {
  /** The oldest first. */
  frames: readonly Frame[];
  marks: readonly Mark[];
  /** Seats that are wanted. */
  wanted: number;
  /** Failed tasks by kind in the last snapshot, from which new marks are derived. */
  failures: Readonly<Partial<Record<FailureKind, number>>>;
}

export type FramesAction =
  { type: 'history'; history: OnSaleHistoryDto } | { type: 'snapshot'; snapshot: OnSaleDto };

export const noFrames: RoomFrames = { frames: [], marks: [], wanted: 0, failures: {} };

/** Frames that are kept; of a longer sale every second one of the older half goes. */
const MAX_FRAMES = 2000;
/** Snapshots within this time share a frame, in milliseconds. */
const FRAME_MS = 1000;

/**
 * Adds a history or a snapshot. Live and replay read the same frames, so that a replay shows what was seen live.
 */
export function framesReducer(state: RoomFrames, action: FramesAction): RoomFrames {
  return action.type === 'history'
    ? withHistory(state, action.history)
    : withSnapshot(state, action.snapshot);
}

/** The frames of a history, followed by those that snapshots have added after its end. */
function withHistory(state: RoomFrames, history: OnSaleHistoryDto): RoomFrames {
  const frames = history.points.map((point): Frame => ({
    at: Date.parse(point.at),
    counts: point.counts as Record<string, number>,
    won: point.won,
    held: point.held,
    inProgress: point.in_progress,
    open: point.open,
    lost: Math.max(0, point.wanted - point.won - point.held - point.open),
    wanted: point.wanted,
    lapsed: point.lapsed,
    spent: point.spent,
    due: point.due,
    waiting: point.waiting,
    best: point.best,
  }));
  const end = frames.at(-1)?.at ?? -Infinity;
  const marks = history.marks.map(({ at, kind, count }): Mark => ({ at: Date.parse(at), kind, count }));
  return {
    ...state,
    frames: [...frames, ...state.frames.filter(({ at }) => at > end)],
    marks: [...marks, ...state.marks.filter(({ at }) => at > end)],
    wanted: history.wanted,
  };
}

function withSnapshot(state: RoomFrames, snapshot: OnSaleDto): RoomFrames {
  const { seats } = snapshot;
  const frame = frameOf(snapshot);
  const last = state.frames.at(-1);
  // Responses can arrive out of order.
  if (last && frame.at <= last.at) return { ...state, wanted: seats.wanted };
  const previous = state.frames.at(-2);
  const isShared = last !== undefined && previous !== undefined && frame.at - previous.at < FRAME_MS;
  const frames = [...(isShared ? state.frames.slice(0, -1) : state.frames), frame];
  const failures = countByKind(snapshot.failures);
  const isFirst = last === undefined;
  const added = isFirst ? [] : newMarks(state.failures, failures, frame.at);
  return {
    frames: frames.length > MAX_FRAMES ? thinned(frames) : frames,
    marks: [...state.marks, ...added],
    wanted: seats.wanted,
    failures,
  };
}

/** The frame of a snapshot. */
export const frameOf = ({ at, counts, seats, waiting, event, money }: OnSaleDto): Frame => ({
  at: Date.parse(at),
  counts: counts as Record<string, number>,
  won: seats.won,
  held: seats.held,
  inProgress: seats.in_progress,
  open: seats.open,
  lost: seats.lost,
  wanted: seats.wanted,
  lapsed: seats.lapsed,
  spent: sumOf(money.spent, event.currency),
  due: sumOf(money.held, event.currency),
  waiting: waiting.places,
  best: waiting.best,
});

/** The amount in one currency. */
export const sumOf = (totals: OnSaleDto['money']['spent'], currency: string | null): number =>
  totals.reduce((sum, one) => sum + (one.currency === currency ? one.total : 0), 0);

function countByKind(groups: OnSaleDto['failures']): Partial<Record<FailureKind, number>> {
  const counts: Partial<Record<FailureKind, number>> = {};
  for (const { kind, failed, retrying } of groups) counts[kind] = (counts[kind] ?? 0) + failed + retrying;
  return counts;
}

const newMarks = (before: RoomFrames['failures'], after: RoomFrames['failures'], at: number): Mark[] =>
  (Object.keys(after) as FailureKind[]).flatMap((kind) => {
    const count = (after[kind] ?? 0) - (before[kind] ?? 0);
    // Without an earlier snapshot the failures are those of the history.
    return count > 0 && Object.keys(before).length > 0 ? [{ at, kind, count }] : [];
  });

const thinned = (frames: readonly Frame[]): Frame[] => {
  const half = Math.floor(frames.length / 2);
  return frames.filter((_, i) => i >= half || i % 2 === 0);
};

/** The index of the last frame at or before a time; -1 before the first. */
function frameIndexAt(frames: readonly Frame[], at: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle] as Frame).at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The frame that was current at a time; the first one before it. */
export const frameAt = (frames: readonly Frame[], at: number): Frame | undefined =>
  frames[Math.max(0, frameIndexAt(frames, at))];

/** The smallest position known up to a time: a step without a report has none of its own. */
export function bestAt(frames: readonly Frame[], at: number): number | null {
  for (let i = frameIndexAt(frames, at); i >= 0; i -= 1) {
    const { best, waiting } = frames[i] as Frame;
    if (waiting === 0) return null;
    if (best !== null) return best;
  }
  return null;
}

/** Failed tries by kind up to a time. */
export function failuresUntil(marks: readonly Mark[], at: number): Map<FailureKind, number> {
  const counts = new Map<FailureKind, number>();
  for (const mark of marks)
    if (mark.at <= at) counts.set(mark.kind, (counts.get(mark.kind) ?? 0) + mark.count);
  return counts;
}

/** What changed between two frames, for somebody who didn't look. */
export interface Changes {
  won: number;
  held: number;
  lapsed: number;
  failed: number;
}

/** What changed since a frame; null when nothing did. */
export function changesSince(before: Frame, now: Frame): Changes | null {
  const changes = {
    won: now.won - before.won,
    held: now.held - before.held,
    lapsed: now.lapsed - before.lapsed,
    failed: countTasks(now, failedStatuses) - countTasks(before, failedStatuses),
  };
  return Object.values(changes).some((count) => count !== 0) ? changes : null;
}
