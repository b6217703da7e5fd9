import { everyInput, step, type TaskFacts, type TaskStatus } from './task-machine';

/** A line of a task's timeline, as far as it tells of the state. `from` is null for the one that made the task. */
export interface TaskEventLine {
  what: string;
  from: TaskStatus | null;
  to: TaskStatus | null;
}

/** What of a task's row never changes and decides what its events mean. */
export interface TaskMake {
  mode: 'hold' | 'buy';
  max_retries: number;
}

/**
 * Folds a timeline, oldest first, into the state that the task's row must have (every change
 * appends an event). Lines that are no event of the machine (a changed field, a deletion) leave the state.
 *
 * @throws Error naming the line that can't follow on the ones before it
 */
export function replay(events: readonly TaskEventLine[], { mode, max_retries }: TaskMake): TaskFacts {
  const [first, ...rest] = events;
  if (!first?.to || first.from !== null)
    throw new Error('A timeline begins with the line that made the task');
  const made: TaskFacts = {
    status: first.to,
    paused: false,
    leased: false,
    retry_count: 0,
    max_retries,
    requeued: false,
  };
  return rest.reduce((facts, event, index) => next(facts, event, mode, index + 2), made);
}

function next(
  facts: TaskFacts,
  { what, from, to }: TaskEventLine,
  mode: TaskMake['mode'],
  line: number,
): TaskFacts {
  if (from !== facts.status)
    throw new Error(`Line ${line}, ${what}: it is from ${from}, the task was ${facts.status}`);
  const inputs = everyInput.filter(
    (input) => input.type === what && (input.type !== 'hold' || input.keepsLease === (mode === 'buy')),
  );
  const outcomes = inputs.map((input) => step(facts, input));
  const change = outcomes.find((outcome) => outcome.kind === 'change' && outcome.next.status === to);
  if (change?.kind === 'change') return change.next;
  // More of the same (another seat held, a part of the seats paid) and what isn't the machine's stays in its status.
  const stays = inputs.length === 0 || outcomes.some(({ kind }) => kind === 'already');
  if (stays && to === from) return facts;
  throw new Error(`Line ${line}: ${what} doesn't lead from ${from} to ${to}`);
}
