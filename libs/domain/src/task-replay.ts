import { allInputs, step, type TaskFacts, type TaskStatus } from './task-machine';

/** The part of a timeline entry that determines the state. `from` is null for the entry that created the task. */
export interface TaskEventLine {
  what: string;
  from: TaskStatus | null;
  to: TaskStatus | null;
}

/** The constant fields of a task that affect its events. */
export interface TaskConstants {
  mode: 'hold' | 'buy';
  max_retries: number;
}

/**
 * Replays a timeline, oldest entry first, to the state that the task's row must have. Entries that are no event of the
 * machine (a changed field, a deletion) keep the state.
 *
 * @throws Error naming the entry that can't follow the ones before it
 */
export function replay(events: readonly TaskEventLine[], { mode, max_retries }: TaskConstants): TaskFacts {
  const [first, ...rest] = events;
  if (!first?.to || first.from !== null)
    throw new Error('A timeline begins with the entry that created the task');
  const created: TaskFacts = {
    status: first.to,
    paused: false,
    leased: false,
    retry_count: 0,
    max_retries,
    requeued: false,
  };
  return rest.reduce((facts, event, index) => applyLine(facts, event, mode, index + 2), created);
}

function applyLine(
  facts: TaskFacts,
  { what, from, to }: TaskEventLine,
  mode: TaskConstants['mode'],
  line: number,
): TaskFacts {
  if (from !== facts.status)
    throw new Error(`Line ${line}, ${what}: it is from ${from}, the task was ${facts.status}`);
  const inputs = allInputs.filter(
    (input) => input.type === what && (input.type !== 'hold' || input.keepsLease === (mode === 'buy')),
  );
  const outcomes = inputs.map((input) => step(facts, input));
  const change = outcomes.find((outcome) => outcome.kind === 'change' && outcome.next.status === to);
  if (change?.kind === 'change') return change.next;
  // Repeated events (another seat held, some of the seats paid) and entries that are no event keep the status.
  const keepsStatus = inputs.length === 0 || outcomes.some(({ kind }) => kind === 'already');
  if (keepsStatus && to === from) return facts;
  throw new Error(`Line ${line}: ${what} doesn't lead from ${from} to ${to}`);
}
