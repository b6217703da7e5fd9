/**
 * The task state machine: pure functions, and the only place that knows which transitions exist. The server's commands, the
 * worker protocol, the sweeps and the screens use it. docs/task-states.md is generated from it
 * (tools/workspace/contract/task-states-page.ts), which is why this file imports nothing.
 */

/** Every status a task can have. */
export const taskStatuses = [
  'idle',
  'scheduled',
  'queued',
  'running',
  'waiting_room',
  'carted',
  'stopping',
  'stopped',
  'bought',
  'failed',
  'expired',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Statuses of a task that ended without success; wherever tasks are counted, "failed" counts these. */
export const failedStatuses = ['failed', 'expired'] as const satisfies readonly TaskStatus[];

/** Statuses that take a slot of the realm's `max_tasks`. */
export const unfinishedStatuses = [
  'idle',
  'scheduled',
  'queued',
  'running',
  'waiting_room',
  'carted',
  'stopping',
] as const satisfies readonly TaskStatus[];

/** Statuses in which a worker works on the task; it reports which of the two applies. */
export const workingStatuses = ['running', 'waiting_room'] as const satisfies readonly TaskStatus[];

/** Statuses in which a task can be paused: it waits for a worker, or one works on it. */
export const pausableStatuses = [
  'scheduled',
  'queued',
  ...workingStatuses,
] as const satisfies readonly TaskStatus[];

/** Statuses in which a worker can have the task; in all but `carted` it must. */
const leasableStatuses = [...workingStatuses, 'carted', 'stopping'] as const satisfies readonly TaskStatus[];

/** The status that no other status follows, unless the record of the purchase turns out false. */
export const finalStatus: TaskStatus = 'bought';

const isOneOf = (list: readonly TaskStatus[], status: TaskStatus): boolean => list.includes(status);

/** Statuses in which a task can be without a worker, so that its settings can be changed. */
export const changeableStatuses: readonly TaskStatus[] = taskStatuses.filter(
  (status) => status === 'carted' || !isOneOf(leasableStatuses, status),
);

/**
 * Whether people may change the task's settings besides its name, which needs that no worker has it. A screen that doesn't
 * know that passes `leased: false`, because a carted task can be without a worker.
 */
export const isChangeable = ({ status, leased }: Pick<TaskFacts, 'status' | 'leased'>): boolean =>
  !leased && changeableStatuses.includes(status);

/** Whether a task in this status takes a slot of `max_tasks`. */
export const isUnfinished = (status: TaskStatus): boolean => isOneOf(unfinishedStatuses, status);

/** Commands that people can send to a task. */
export const taskCommands = ['start', 'stop', 'pause', 'resume'] as const;
export type TaskCommand = (typeof taskCommands)[number];

/** Seconds before retry number `retry`, the first being 1: 5 s, doubling up to 5 min. */
export const backoffSeconds = (retry: number): number => Math.min(5 * 2 ** Math.max(0, retry - 1), 300);

/** The facts that decide a task's next step. `leased`: a worker has it now; `requeued`: its holds have expired once. */
export interface TaskFacts {
  status: TaskStatus;
  paused: boolean;
  leased: boolean;
  retry_count: number;
  max_retries: number;
  requeued: boolean;
}

/**
 * What a task belongs to, from widest to narrowest. None of them can be deleted while the task is unfinished; one deleted
 * afterwards keeps the task from being started again.
 */
export const taskParents = ['site', 'event', 'login'] as const;
export type TaskParent = (typeof taskParents)[number];

/**
 * What can happen to a task. `ahead`: its `scheduled_at` is in the future; `deleted`: its deleted parent;
 * `keepsLease`: a `buy` task's worker continues and pays; `live` and `confirmed` count its holds after the event.
 */
export type TaskInput =
  | { type: 'start'; ahead: boolean; deleted?: TaskParent }
  | { type: 'stop' | 'pause' | 'resume' }
  | { type: 'due' | 'lease' | 'fail' | 'release' | 'mark_bought' | 'purchase' }
  | { type: 'report'; status: (typeof workingStatuses)[number] }
  | { type: 'hold'; keepsLease: boolean }
  | { type: 'paid' | 'holds_lapsed' | 'hold_removed' | 'reversed'; live: number; confirmed: number };

/** Who causes each event, and its label in the diagram. */
export const taskEvents: Record<TaskInput['type'], { by: string; words: string }> = {
  start: { by: 'a person', words: 'start' },
  stop: { by: 'a person, or the job whose target is won', words: 'stop' },
  pause: { by: 'a person', words: 'pause' },
  resume: { by: 'a person', words: 'resume' },
  due: { by: 'time', words: 'start time reached' },
  lease: { by: 'a worker', words: 'leased' },
  report: { by: 'a worker', words: 'reported' },
  hold: { by: 'a worker', words: 'seats held' },
  fail: { by: 'a worker, or time when its lease ends', words: 'attempt failed or lease ended' },
  release: { by: 'a worker', words: 'released' },
  paid: { by: 'a worker, or a person who confirms', words: 'seats paid' },
  holds_lapsed: { by: 'time', words: 'holds lapsed' },
  hold_removed: { by: 'a person', words: 'last hold removed' },
  mark_bought: { by: 'a person', words: 'marked as bought' },
  purchase: { by: 'a purchase of its login for its event', words: 'bought by another task' },
  reversed: { by: 'a person who says that a purchase was recorded by mistake', words: 'record reversed' },
};

/**
 * The outcome: the facts afterwards, nothing to do, a rejection with the statuses that allow the input, or a rejection because of
 * a deleted parent.
 */
export type TaskOutcome =
  | { kind: 'change'; next: TaskFacts }
  | { kind: 'already' }
  | { kind: 'parent_deleted'; deleted: TaskParent }
  | { kind: 'rejected'; allowed: readonly TaskStatus[] };

/** The statuses in which a command works, and those in which it has nothing to do. */
const commandTable: Record<TaskCommand, { from: readonly TaskStatus[]; already: readonly TaskStatus[] }> = {
  start: {
    from: ['idle', 'stopped', 'failed', 'expired'],
    already: ['scheduled', 'queued', 'running', 'waiting_room'],
  },
  stop: {
    from: ['idle', 'scheduled', 'queued', 'running', 'waiting_room', 'carted'],
    already: ['stopping', 'stopped'],
  },
  pause: { from: pausableStatuses, already: [] },
  resume: { from: pausableStatuses, already: [] },
};

const allButIdleAndBought = taskStatuses.filter((status) => status !== 'idle' && status !== finalStatus);

const rejected = (allowed: readonly TaskStatus[]): TaskOutcome => ({ kind: 'rejected', allowed });
const already: TaskOutcome = { kind: 'already' };

/** Moves to `status`, and ends a pause or a lease that the status doesn't allow. */
function to(facts: TaskFacts, status: TaskStatus, over: Partial<TaskFacts> = {}): TaskOutcome {
  const next = { ...facts, status, ...over };
  return {
    kind: 'change',
    next: {
      ...next,
      paused: next.paused && isOneOf(pausableStatuses, status),
      leased: next.leased && isOneOf(leasableStatuses, status),
    },
  };
}

function command(facts: TaskFacts, type: TaskCommand, ahead = false, deleted?: TaskParent): TaskOutcome {
  const { from, already: noEffect } = commandTable[type];
  if (noEffect.includes(facts.status)) return already;
  if (!from.includes(facts.status)) return rejected(from);
  switch (type) {
    case 'start':
      if (deleted) return { kind: 'parent_deleted', deleted };
      return to(facts, ahead ? 'scheduled' : 'queued', { retry_count: 0, requeued: false });
    case 'stop':
      return facts.leased ? to(facts, 'stopping') : to(facts, 'stopped');
    case 'pause':
    case 'resume': {
      const paused = type === 'pause';
      return facts.paused === paused ? already : { kind: 'change', next: { ...facts, paused } };
    }
  }
}

/** A worker failed or its lease ended. */
function attemptFailed(facts: TaskFacts): TaskOutcome {
  if (!facts.leased) return rejected(leasableStatuses);
  if (facts.status === 'stopping') return to(facts, 'stopped');
  const retry_count = facts.retry_count + 1;
  if (facts.status === 'carted') return to(facts, 'carted', { leased: false, retry_count });
  return facts.retry_count < facts.max_retries ? to(facts, 'queued', { retry_count }) : to(facts, 'failed');
}

/** A worker releases a task without a failure. */
function released(facts: TaskFacts): TaskOutcome {
  if (!facts.leased) return rejected(leasableStatuses);
  if (facts.status === 'stopping') return to(facts, 'stopped');
  return facts.status === 'carted' ? to(facts, 'carted', { leased: false }) : to(facts, 'queued');
}

/** The holds of a task changed: paid, expired or removed. */
function holdsChanged(facts: TaskFacts, input: Extract<TaskInput, { live: number }>): TaskOutcome {
  if (facts.status === 'bought') return already;
  if (input.type === 'paid' && facts.status !== 'carted') return to(facts, 'bought');
  if (facts.status !== 'carted' || input.live > 0) return already;
  if (input.confirmed > 0) return to(facts, 'bought');
  if (input.type === 'hold_removed') return to(facts, 'stopped');
  return facts.requeued ? to(facts, 'expired') : to(facts, 'queued', { requeued: true });
}

/** The record of a purchase was false: live seats are carted again, and without any nothing starts by itself. */
function recordReversed(
  facts: TaskFacts,
  { live, confirmed }: Extract<TaskInput, { live: number }>,
): TaskOutcome {
  if (facts.status !== 'bought') return already;
  if (live > 0) return to(facts, 'carted');
  return confirmed > 0 ? already : to(facts, 'stopped');
}

/** Applies an event to a task. */
export function step(facts: TaskFacts, input: TaskInput): TaskOutcome {
  const { status } = facts;
  switch (input.type) {
    case 'start':
      return command(facts, 'start', input.ahead, input.deleted);
    case 'stop':
    case 'pause':
    case 'resume':
      return command(facts, input.type);
    case 'due':
      return status === 'scheduled' ? to(facts, 'queued') : rejected(['scheduled']);
    case 'lease':
      if (facts.leased || facts.paused) return rejected(['queued', 'carted']);
      if (status === 'queued') return to(facts, 'running', { leased: true });
      return status === 'carted' ? to(facts, 'carted', { leased: true }) : rejected(['queued', 'carted']);
    case 'report':
      if (!facts.leased) return rejected(workingStatuses);
      if (!isOneOf(workingStatuses, status) || status === input.status) return already;
      return to(facts, input.status);
    case 'hold':
      if (!facts.leased) return rejected(workingStatuses);
      if (status === 'stopping' || (status === 'carted' && input.keepsLease)) return already;
      return to(facts, 'carted', { leased: input.keepsLease });
    case 'fail':
      return attemptFailed(facts);
    case 'release':
      return released(facts);
    case 'mark_bought':
    case 'purchase':
      if (status === finalStatus) return already;
      return status === 'idle' ? rejected(allButIdleAndBought) : to(facts, 'bought');
    case 'paid':
    case 'holds_lapsed':
    case 'hold_removed':
      return holdsChanged(facts, input);
    case 'reversed':
      return recordReversed(facts, input);
  }
}

/** What is known of the payment of a task that buys: it may have happened, or nobody knows whether it did. */
export type PaymentState = 'possible' | 'unknown';
/** What is reported of a task's order as its lease ends: not paid under this lease, or its payment is recorded. */
export type OrderReport = 'unpaid' | 'recorded';

/**
 * What is known of a task's payment after a change; null: nothing was tried, or all is recorded. A payment is possible from
 * the lease on, and unknown when the lease ends without a report about it. An "unpaid" of a later worker doesn't cover an
 * earlier worker that was lost.
 */
export function nextPayment(
  payment: PaymentState | null,
  change: { buys: boolean; leaseBegins: boolean; leaseEnds: boolean; order: OrderReport | null },
): PaymentState | null {
  if (change.order === 'recorded') return null;
  if (change.leaseBegins && change.buys) return payment ?? 'possible';
  if (!change.leaseEnds || payment === null) return payment;
  return payment === 'possible' && change.order === 'unpaid' ? null : 'unknown';
}

/** When a worker may have a task: not before `at`, and not before this many seconds have passed. */
export interface NextAttempt<Instant> {
  at: Instant | null;
  inSeconds: number | null;
}

/**
 * When a task's next attempt may begin. A failed one is followed by the backoff, or by what the site asked for if that is
 * longer; pausing and resuming don't shorten either.
 */
export function nextAttempt<Instant>(
  next: TaskFacts,
  { type }: Pick<TaskInput, 'type'>,
  times: { scheduledAt: Instant | null; nextAttemptAt: Instant | null; retryAfter: number },
): { ready: NextAttempt<Instant>; delay: NextAttempt<Instant> } {
  const none = { at: null, inSeconds: null };
  const now = { at: null, inSeconds: 0 };
  let delay: NextAttempt<Instant> = none;
  if (type === 'fail' && isUnfinished(next.status))
    delay = { at: null, inSeconds: Math.max(backoffSeconds(next.retry_count), times.retryAfter) };
  else if (type === 'pause' || type === 'resume') delay = { at: times.nextAttemptAt, inSeconds: null };
  if (next.status !== 'scheduled') return { ready: { ...delay, inSeconds: delay.inSeconds ?? 0 }, delay };
  return { ready: times.scheduledAt === null ? now : { at: times.scheduledAt, inSeconds: null }, delay };
}

/** All inputs that the machine distinguishes, for tests and the diagram. */
export const allInputs: readonly TaskInput[] = [
  ...[false, true].map((ahead) => ({ type: 'start' as const, ahead })),
  ...(['stop', 'pause', 'resume', 'due', 'lease', 'fail', 'release', 'mark_bought', 'purchase'] as const).map(
    (type) => ({ type }),
  ),
  ...workingStatuses.map((status) => ({ type: 'report' as const, status })),
  ...[false, true].map((keepsLease) => ({ type: 'hold' as const, keepsLease })),
  ...[0, 1].map((live) => ({ type: 'paid' as const, live, confirmed: 1 })),
  ...(['holds_lapsed', 'hold_removed', 'reversed'] as const).flatMap((type) =>
    [0, 1].flatMap((live) => [0, 1].map((confirmed) => ({ type, live, confirmed }))),
  ),
];

/** All valid states that the machine distinguishes; of retries, the first and the last. */
export const allStates: readonly TaskFacts[] = taskStatuses.flatMap((status) =>
  [false, true].flatMap((paused) =>
    [false, true].flatMap((leased) =>
      [0, 1].flatMap((retry_count) =>
        [false, true]
          .map((requeued) => ({ status, paused, leased, retry_count, max_retries: 1, requeued }))
          .filter(isValidState),
      ),
    ),
  ),
);

/** Whether a task's flags fit its status: running and stopping tasks have a worker, and only pausable ones are paused. */
export function isValidState({
  status,
  paused,
  leased,
}: Pick<TaskFacts, 'status' | 'paused' | 'leased'>): boolean {
  if (paused && !isOneOf(pausableStatuses, status)) return false;
  if (leased) return isOneOf(leasableStatuses, status);
  return isOneOf(changeableStatuses, status);
}
