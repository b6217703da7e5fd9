/** The task state machine (contract section 4): pure, the one place that knows what may follow what. */

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

/** Statuses that take a place of the realm's `max_tasks` (contract section 3). */
export const unfinishedStatuses = [
  'idle',
  'scheduled',
  'queued',
  'running',
  'waiting_room',
  'carted',
  'stopping',
] as const satisfies readonly TaskStatus[];

/** Whether a task in this status takes a place of `max_tasks`. */
export const isUnfinished = (status: TaskStatus): boolean =>
  (unfinishedStatuses as readonly TaskStatus[]).includes(status);

/** What people can ask of a task. */
export const taskCommands = ['start', 'stop', 'pause', 'resume'] as const;
export type TaskCommand = (typeof taskCommands)[number];

/** Seconds to wait before try number `retry` (1 is the first retry): 5 s doubling to 5 min. */
export const backoffSeconds = (retry: number): number => Math.min(5 * 2 ** Math.max(0, retry - 1), 300);

/** What decides a task's next step. `leased`: a worker has it now; `requeued`: its holds have lapsed once. */
export interface TaskFacts {
  status: TaskStatus;
  paused: boolean;
  leased: boolean;
  retry_count: number;
  max_retries: number;
  requeued: boolean;
}

/** What can happen to a task. `live` and `confirmed` count its holds after the event. */
export type TaskInput =
  | { type: 'start'; ahead: boolean }
  | { type: 'stop' | 'pause' | 'resume' }
  | { type: 'due' | 'lease' | 'fail' | 'release' | 'mark_bought' }
  | { type: 'report'; status: 'running' | 'waiting_room' }
  | { type: 'hold'; keepsLease: boolean }
  | { type: 'paid' | 'holds_lapsed' | 'hold_removed'; live: number; confirmed: number };

/** The answer: the facts afterwards, nothing to do, or a refusal with the statuses that allow it. */
export type TaskOutcome =
  | { kind: 'change'; next: TaskFacts }
  | { kind: 'already' }
  | { kind: 'refused'; allowed: readonly TaskStatus[] };

/** From where a command works, and where it is already so (contract section 4, second table). */
const commandTable: Record<TaskCommand, { from: readonly TaskStatus[]; already: readonly TaskStatus[] }> = {
  start: {
    from: ['idle', 'stopped', 'failed', 'expired'],
    already: ['scheduled', 'queued', 'running', 'waiting_room'],
  },
  stop: {
    from: ['idle', 'scheduled', 'queued', 'running', 'waiting_room', 'carted'],
    already: ['stopping', 'stopped'],
  },
  pause: { from: ['scheduled', 'queued', 'running', 'waiting_room'], already: [] },
  resume: { from: ['scheduled', 'queued', 'running', 'waiting_room'], already: [] },
};

const working: readonly TaskStatus[] = ['running', 'waiting_room'];
const everButIdleAndBought = taskStatuses.filter((status) => status !== 'idle' && status !== 'bought');

const refused = (allowed: readonly TaskStatus[]): TaskOutcome => ({ kind: 'refused', allowed });
const already: TaskOutcome = { kind: 'already' };

/** Moves to `status`; finishing, stopping and carting clear `paused`, and only these four keep a lease. */
function to(facts: TaskFacts, status: TaskStatus, over: Partial<TaskFacts> = {}): TaskOutcome {
  const mayBePaused = ['scheduled', 'queued', 'running', 'waiting_room'].includes(status);
  const mayBeLeased = ['running', 'waiting_room', 'carted', 'stopping'].includes(status);
  const next = { ...facts, status, ...over };
  return {
    kind: 'change',
    next: { ...next, paused: mayBePaused && next.paused, leased: mayBeLeased && next.leased },
  };
}

function command(facts: TaskFacts, type: TaskCommand, ahead = false): TaskOutcome {
  const { from, already: alreadySo } = commandTable[type];
  if (alreadySo.includes(facts.status)) return already;
  if (!from.includes(facts.status)) return refused(from);
  switch (type) {
    case 'start':
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
  if (!facts.leased) return refused([...working, 'carted', 'stopping']);
  if (facts.status === 'stopping') return to(facts, 'stopped');
  const retry_count = facts.retry_count + 1;
  if (facts.status === 'carted') return to(facts, 'carted', { leased: false, retry_count });
  return facts.retry_count < facts.max_retries ? to(facts, 'queued', { retry_count }) : to(facts, 'failed');
}

/** The holds of a task changed: paid, lapsed or removed. */
function holdsChanged(facts: TaskFacts, input: Extract<TaskInput, { live: number }>): TaskOutcome {
  if (facts.status === 'bought') return already;
  if (input.type === 'paid' && facts.status !== 'carted') return to(facts, 'bought');
  if (facts.status !== 'carted' || input.live > 0) return already;
  if (input.confirmed > 0) return to(facts, 'bought');
  if (input.type === 'hold_removed') return to(facts, 'stopped');
  return facts.requeued ? to(facts, 'expired') : to(facts, 'queued', { requeued: true });
}

/** What an event does to a task: the whole of contract section 4's tables. */
export function step(facts: TaskFacts, input: TaskInput): TaskOutcome {
  const { status } = facts;
  switch (input.type) {
    case 'start':
      return command(facts, 'start', input.ahead);
    case 'stop':
    case 'pause':
    case 'resume':
      return command(facts, input.type);
    case 'due':
      return status === 'scheduled' ? to(facts, 'queued') : refused(['scheduled']);
    case 'lease':
      if (facts.leased || facts.paused) return refused(['queued', 'carted']);
      if (status === 'queued') return to(facts, 'running', { leased: true });
      return status === 'carted' ? to(facts, 'carted', { leased: true }) : refused(['queued', 'carted']);
    case 'report':
      if (!facts.leased) return refused(working);
      if (!working.includes(status) || status === input.status) return already;
      return to(facts, input.status);
    case 'hold':
      if (!facts.leased) return refused(working);
      if (status === 'stopping' || (status === 'carted' && input.keepsLease)) return already;
      return to(facts, 'carted', { leased: input.keepsLease });
    case 'fail':
      return attemptFailed(facts);
    case 'release':
      if (!facts.leased) return refused([...working, 'carted', 'stopping']);
      if (status === 'stopping') return to(facts, 'stopped');
      return status === 'carted' ? to(facts, 'carted', { leased: false }) : to(facts, 'queued');
    case 'mark_bought':
      if (status === 'bought') return already;
      return status === 'idle' ? refused(everButIdleAndBought) : to(facts, 'bought');
    case 'paid':
    case 'holds_lapsed':
    case 'hold_removed':
      return holdsChanged(facts, input);
  }
}
