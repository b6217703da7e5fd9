import { step, type TaskFacts, type TaskInput } from '@tessera/domain';
import type { Act, PersonAct, TimeAct, Which, WorkerAct } from './acts';

/** A hold in the model. `late`: lapsed, but can still be confirmed; `old`: lapsed too long ago for that. */
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
  /** It waits before its next try. */
  backsOff: boolean;
  /** Leases given so far; the last is current while `facts.leased` and not `leaseOver`. */
  leases: number;
  /** The lease has ended by the clock, and no sweep has handled that yet. */
  leaseOver: boolean;
  holds: readonly HoldModel[];
}

/** The answer to an action: `OK`, the error's code, or whether a task was leased. */
export type Said = 'OK' | 'INVALID_STATE' | 'CONFLICT' | 'NOTHING_HELD' | 'LEASED' | 'NONE';
export interface Predicted {
  said: Said;
  model: TaskModel;
}

/** A new task. */
export const made = (mode: TaskModel['mode'], max_retries: number): TaskModel => ({
  facts: { status: 'idle', paused: false, leased: false, retry_count: 0, max_retries, requeued: false },
  mode,
  ahead: false,
  backsOff: false,
  leases: 0,
  leaseOver: false,
  holds: [],
});

/** Applies an action; answers its result, or null when there is nothing to apply it to. */
export function predict(model: TaskModel, act: Act): Predicted | null {
  switch (act.by) {
    case 'person':
      return person(model, act);
    case 'worker':
      return worker(model, act);
    case 'time':
      if (act.does === 'backoff_over' && !model.backsOff) return null;
      return { said: 'OK', model: time(model, act) };
  }
}

/** The indexes of the holds that an action names. */
export const named = (holds: readonly HoldModel[], which: Which): readonly number[] =>
  typeof which === 'object'
    ? which
    : holds.flatMap((_, place) => (which === 'all' || which % holds.length === place ? [place] : []));

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
      return { said: 'OK', model: after(model, { type: 'mark_bought' }).model };
    case 'buy_held':
      if (holds.some(isLive)) return { said: 'OK', model: paid(model, isLive) };
      if (!holds.some(({ status }) => status === 'confirmed')) return { said: 'NOTHING_HELD', model };
      return { said: 'OK', model: after(model, { type: 'purchase' }).model };
    case 'confirm': {
      if (holds.length === 0) return null;
      const places = named(holds, act.which);
      const payable = (hold: HoldModel, place: number) =>
        places.includes(place) &&
        ['held', 'expired'].includes(hold.status) &&
        (hold.age === 'live' || (act.late && hold.age === 'late'));
      return holds.some(payable) ? { said: 'OK', model: paid(model, payable) } : { said: 'CONFLICT', model };
    }
    case 'remove': {
      const [place] = named(holds, act.which);
      const hold = place === undefined ? undefined : holds[place];
      if (!hold) return null;
      if (hold.status === 'confirmed') return { said: 'CONFLICT', model };
      if (hold.status === 'removed') return { said: 'OK', model };
      const left = withHolds(model, (_, at) => at === place, { status: 'removed' });
      return { said: 'OK', model: after(left, { type: 'hold_removed', ...counted(left) }).model };
    }
    case 'reschedule': {
      if (facts.leased) return { said: 'INVALID_STATE', model };
      const moved = { ...model, ahead: act.ahead };
      const begins = facts.status === 'scheduled' && !act.ahead;
      return { said: 'OK', model: begins ? after(moved, { type: 'due' }).model : moved };
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
    const places = named(holds, act.which);
    const mine = holds.filter((_, place) => places.includes(place));
    if (!current) {
      const repeated = mine.every(({ status, lease }) => status === 'confirmed' && lease === model.leases);
      return { said: repeated ? 'OK' : 'CONFLICT', model };
    }
    // The site was paid, so this is recorded whatever the hold's status is.
    const fresh = (hold: HoldModel, place: number) => places.includes(place) && hold.status !== 'confirmed';
    return { said: 'OK', model: holds.some(fresh) ? paid(model, fresh, model.leases) : model };
  }
  if (!current) return { said: 'CONFLICT', model };
  switch (act.does) {
    case 'heartbeat':
      return { said: 'OK', model };
    case 'release':
    case 'fail':
      return after(model, { type: act.does });
    case 'report':
      return { said: 'OK', model: after(model, { type: 'report', status: act.status }).model };
    case 'hold': {
      const seats = Array.from({ length: act.seats }, (): HoldModel => ({
        status: 'held',
        age: 'live',
        lease: model.leases,
      }));
      const held = { ...model, holds: [...holds, ...seats] };
      return { said: 'OK', model: after(held, { type: 'hold', keepsLease: model.mode === 'buy' }).model };
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
  if (!ready || facts.leased || facts.paused) return { said: 'NONE', model };
  const due = facts.status === 'scheduled' ? after(model, { type: 'due' }).model : model;
  const leased = after(due, { type: 'lease' }).model;
  return { said: 'LEASED', model: { ...leased, leases: model.leases + 1, leaseOver: false } };
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
      const places = named(model.holds, act.which);
      return withHolds(model, (hold, place) => isLive(hold) && places.includes(place), { age: 'late' });
    }
    case 'grow_old':
      return withHolds(model, ({ age }) => age === 'late', { age: 'old' });
    case 'sweep':
      return swept(model);
  }
}

/** The sweeps: ended leases, then lapsed holds, then due starts. */
function swept(model: TaskModel): TaskModel {
  let now = model;
  if (now.facts.leased && now.leaseOver) now = after(now, { type: 'fail' }).model;
  const lapsed = ({ status, age }: HoldModel) => status === 'held' && age !== 'live';
  if (now.holds.some(lapsed)) {
    now = withHolds(now, lapsed, { status: 'expired' });
    now = after(now, { type: 'holds_lapsed', ...counted(now) }).model;
  }
  return now.facts.status === 'scheduled' && !now.ahead ? after(now, { type: 'due' }).model : now;
}

/** The state machine's outcome as the API's answer, with its effects on lease and backoff. */
function after(model: TaskModel, input: TaskInput): Predicted {
  const outcome = step(model.facts, input);
  if (outcome.kind === 'refused') return { said: 'INVALID_STATE', model };
  if (outcome.kind === 'already') return { said: 'OK', model };
  if (outcome.kind === 'parent_deleted') throw new Error(`No act deletes a ${outcome.deleted}`);
  const facts = outcome.next;
  const waits = facts.status === 'queued' || facts.status === 'carted';
  // A pause doesn't shorten a backoff.
  const keeps = input.type === 'pause' || input.type === 'resume';
  return {
    said: 'OK',
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
  which: (hold: HoldModel, place: number) => boolean,
  lease?: number,
): TaskModel {
  const confirmed = withHolds(model, which, {
    status: 'confirmed',
    ...(lease === undefined ? {} : { lease }),
  });
  // A worker must not pay the rest of what a person has paid in part.
  const taken = lease === undefined && model.mode === 'buy' && counted(confirmed).live > 0;
  const input: TaskInput = taken ? { type: 'purchase' } : { type: 'paid', ...counted(confirmed) };
  return after(confirmed, input).model;
}

const isLive = ({ status, age }: HoldModel): boolean => status === 'held' && age === 'live';
const counted = ({ holds }: TaskModel) => ({
  live: holds.filter(isLive).length,
  confirmed: holds.filter(({ status }) => status === 'confirmed').length,
});
const withHolds = (
  model: TaskModel,
  which: (hold: HoldModel, place: number) => boolean,
  change: Partial<HoldModel>,
): TaskModel => ({
  ...model,
  holds: model.holds.map((hold, place) => (which(hold, place) ? { ...hold, ...change } : hold)),
});
