import { step, type TaskFacts, type TaskInput } from '@tessera/domain';
import type { Act, PersonAct, TimeAct, Which, WorkerAct } from './acts';

/** A hold in the model. `late`: expired, but can still be confirmed; `old`: expired too long ago for that. */
export interface HoldModel {
  status: 'held' | 'confirmed' | 'expired' | 'removed';
  age: 'live' | 'late' | 'old';
  /** The number of the lease under which it was held or paid. */
  lease: number;
}

/** The expected behaviour of one task, its holds and its worker's leases. */
export interface TaskModel {
  facts: TaskFacts;
  mode: 'hold' | 'buy';
  /** Its `scheduled_at` is in the future. */
  ahead: boolean;
  /** It waits before its next attempt. */
  backsOff: boolean;
  /** Leases given so far; the last is current while `facts.leased` and not `leaseOver`. */
  leases: number;
  /** The lease has ended by the clock, and no sweep has handled that yet. */
  leaseOver: boolean;
  holds: readonly HoldModel[];
}

/** The result of an action: `OK`, the error's code, or whether a task was leased. */
export type ResultCode = 'OK' | 'INVALID_STATE' | 'CONFLICT' | 'NOTHING_HELD' | 'LEASED' | 'NONE';
export interface Predicted {
  result: ResultCode;
  model: TaskModel;
}

/** A new task. */
export const newModel = (mode: TaskModel['mode'], max_retries: number): TaskModel => ({
  facts: { status: 'idle', paused: false, leased: false, retry_count: 0, max_retries, requeued: false },
  mode,
  ahead: false,
  backsOff: false,
  leases: 0,
  leaseOver: false,
  holds: [],
});

/** Applies an action; returns its result, or null when there is nothing to apply it to. */
export function predict(model: TaskModel, act: Act): Predicted | null {
  switch (act.by) {
    case 'person':
      return person(model, act);
    case 'worker':
      return worker(model, act);
    case 'time':
      if (act.does === 'backoff_over' && !model.backsOff) return null;
      return { result: 'OK', model: time(model, act) };
  }
}

/** The indexes of the holds that an action names. */
export const indexesOf = (holds: readonly HoldModel[], which: Which): readonly number[] =>
  typeof which === 'object'
    ? which
    : holds.flatMap((_, index) => (which === 'all' || which % holds.length === index ? [index] : []));

/** Those of them that have a record. */
export const recordedOf = (holds: readonly HoldModel[], which: Which): readonly number[] =>
  indexesOf(holds, which).filter((index) => holds[index]?.status === 'confirmed');

function person(model: TaskModel, act: PersonAct): Predicted | null {
  const { facts, holds } = model;
  switch (act.does) {
    case 'command': {
      const input: TaskInput =
        act.command === 'start'
          ? { type: 'start', ahead: model.ahead && !(act.now && !act.bulk) }
          : { type: act.command };
      return after(model, input);
    }
    case 'mark_bought':
      return { result: 'OK', model: after(model, { type: 'mark_bought' }).model };
    case 'buy_held':
      if (holds.some(isLive)) return { result: 'OK', model: paid(model, isLive) };
      if (!holds.some(({ status }) => status === 'confirmed')) return { result: 'NOTHING_HELD', model };
      return { result: 'OK', model: after(model, { type: 'purchase' }).model };
    case 'confirm': {
      if (holds.length === 0) return null;
      const indexes = indexesOf(holds, act.which);
      const payable = (hold: HoldModel, index: number) =>
        indexes.includes(index) &&
        ['held', 'expired'].includes(hold.status) &&
        (hold.age === 'live' || (act.late && hold.age === 'late'));
      return holds.some(payable)
        ? { result: 'OK', model: paid(model, payable) }
        : { result: 'CONFLICT', model };
    }
    case 'remove': {
      const [index] = indexesOf(holds, act.which);
      const hold = index === undefined ? undefined : holds[index];
      if (!hold) return null;
      if (hold.status === 'confirmed') return { result: 'CONFLICT', model };
      if (hold.status === 'removed') return { result: 'OK', model };
      const left = changeHolds(model, (_, at) => at === index, { status: 'removed' });
      return { result: 'OK', model: after(left, { type: 'hold_removed', ...counted(left) }).model };
    }
    case 'reverse': {
      const named = typeof act.which === 'object' ? act.which : recordedOf(holds, act.which);
      if (named.length === 0) return null;
      return { result: 'OK', model: reversed(model, named) };
    }
    case 'reschedule': {
      if (facts.leased) return { result: 'INVALID_STATE', model };
      const moved = { ...model, ahead: act.ahead };
      const begins = facts.status === 'scheduled' && !act.ahead;
      return { result: 'OK', model: begins ? after(moved, { type: 'due' }).model : moved };
    }
  }
}

function worker(model: TaskModel, act: WorkerAct): Predicted | null {
  if (act.does === 'lease') return lease(model);
  if (model.leases === 0) return null;
  const current = model.facts.leased && !model.leaseOver;
  const { holds } = model;
  if (act.does === 'pay') {
    if (holds.length === 0) return null;
    const indexes = indexesOf(holds, act.which);
    const paidHolds = holds.filter((_, index) => indexes.includes(index));
    if (!current) {
      const repeated = paidHolds.every(
        ({ status, lease }) => status === 'confirmed' && lease === model.leases,
      );
      return { result: repeated ? 'OK' : 'CONFLICT', model };
    }
    // The site was paid, so this is recorded whatever the hold's status is.
    const fresh = (hold: HoldModel, index: number) => indexes.includes(index) && hold.status !== 'confirmed';
    return { result: 'OK', model: holds.some(fresh) ? paid(model, fresh, model.leases) : model };
  }
  if (!current) return { result: 'CONFLICT', model };
  switch (act.does) {
    case 'heartbeat':
      return { result: 'OK', model };
    case 'release':
    case 'fail':
      return after(model, { type: act.does });
    case 'report':
      return { result: 'OK', model: after(model, { type: 'report', status: act.status }).model };
    case 'hold': {
      const seats = Array.from({ length: act.seats }, (): HoldModel => ({
        status: 'held',
        age: 'live',
        lease: model.leases,
      }));
      const held = { ...model, holds: [...holds, ...seats] };
      return { result: 'OK', model: after(held, { type: 'hold', keepsLease: model.mode === 'buy' }).model };
    }
  }
}

/** Whether the task can be leased. */
function lease(model: TaskModel): Predicted {
  const { facts, ahead, backsOff, mode, holds } = model;
  const ready =
    (facts.status === 'queued' && !backsOff) ||
    (facts.status === 'scheduled' && !ahead) ||
    (facts.status === 'carted' && mode === 'buy' && !backsOff && holds.some(isLive));
  if (!ready || facts.leased || facts.paused) return { result: 'NONE', model };
  const due = facts.status === 'scheduled' ? after(model, { type: 'due' }).model : model;
  const leased = after(due, { type: 'lease' }).model;
  return { result: 'LEASED', model: { ...leased, leases: model.leases + 1, leaseOver: false } };
}

function time(model: TaskModel, act: TimeAct): TaskModel {
  switch (act.does) {
    case 'lease_over':
      return { ...model, leaseOver: model.facts.leased };
    case 'backoff_over':
      return { ...model, backsOff: false };
    case 'due':
      return { ...model, ahead: false };
    case 'lapse': {
      const indexes = indexesOf(model.holds, act.which);
      const lapses = ({ status, age }: HoldModel) =>
        age === 'live' && (status === 'held' || status === 'confirmed');
      return changeHolds(model, (hold, index) => lapses(hold) && indexes.includes(index), { age: 'late' });
    }
    case 'grow_old':
      return changeHolds(model, ({ age }) => age === 'late', { age: 'old' });
    case 'sweep':
      return swept(model);
  }
}

/** The sweeps: ended leases, then expired holds, then due starts. */
function swept(model: TaskModel): TaskModel {
  let now = model;
  if (now.facts.leased && now.leaseOver) now = after(now, { type: 'fail' }).model;
  const expired = ({ status, age }: HoldModel) => status === 'held' && age !== 'live';
  if (now.holds.some(expired)) {
    now = changeHolds(now, expired, { status: 'expired' });
    now = after(now, { type: 'holds_lapsed', ...counted(now) }).model;
  }
  return now.facts.status === 'scheduled' && !now.ahead ? after(now, { type: 'due' }).model : now;
}

/** The state machine's outcome as the API's result, with its effects on lease and backoff. */
function after(model: TaskModel, input: TaskInput): Predicted {
  const outcome = step(model.facts, input);
  if (outcome.kind === 'rejected') return { result: 'INVALID_STATE', model };
  if (outcome.kind === 'already') return { result: 'OK', model };
  if (outcome.kind === 'parent_deleted') throw new Error(`No action deletes a ${outcome.deleted}`);
  const facts = outcome.next;
  const waits = facts.status === 'queued' || facts.status === 'carted';
  // A pause doesn't shorten a backoff.
  const keeps = input.type === 'pause' || input.type === 'resume';
  return {
    result: 'OK',
    model: {
      ...model,
      facts,
      leaseOver: model.leaseOver && facts.leased,
      backsOff: waits && ((input.type === 'fail' && !facts.leased) || (keeps && model.backsOff)),
    },
  };
}

function paid(
  model: TaskModel,
  which: (hold: HoldModel, index: number) => boolean,
  lease?: number,
): TaskModel {
  const confirmed = changeHolds(model, which, {
    status: 'confirmed',
    ...(lease === undefined ? {} : { lease }),
  });
  // A worker must not pay the rest of what a person has paid in part.
  const taken = lease === undefined && model.mode === 'buy' && counted(confirmed).live > 0;
  const input: TaskInput = taken ? { type: 'purchase' } : { type: 'paid', ...counted(confirmed) };
  return after(confirmed, input).model;
}

/** Reversed records give their holds back; a `buy` task isn't carted again, so that no worker pays for it once more. */
function reversed(model: TaskModel, indexes: readonly number[]): TaskModel {
  const holds = model.holds.map((hold, index): HoldModel => {
    if (!indexes.includes(index) || hold.status !== 'confirmed') return hold;
    return { ...hold, status: hold.age === 'live' ? 'held' : 'expired' };
  });
  const given = { ...model, holds };
  const { live, confirmed } = counted(given);
  return after(given, { type: 'reversed', live: model.mode === 'hold' ? live : 0, confirmed }).model;
}

const isLive = ({ status, age }: HoldModel): boolean => status === 'held' && age === 'live';
const counted = ({ holds }: TaskModel) => ({
  live: holds.filter(isLive).length,
  confirmed: holds.filter(({ status }) => status === 'confirmed').length,
});
const changeHolds = (
  model: TaskModel,
  which: (hold: HoldModel, index: number) => boolean,
  change: Partial<HoldModel>,
): TaskModel => ({
  ...model,
  holds: model.holds.map((hold, index) => (which(hold, index) ? { ...hold, ...change } : hold)),
});
