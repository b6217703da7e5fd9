/** Generates docs/task-states.md by applying every event in every state of the task state machine. */
import { format, resolveConfig } from 'prettier';
import {
  allInputs,
  allStates,
  finalStatus,
  isUnfinished,
  step,
  taskCommands,
  taskEvents,
  type TaskFacts,
  type TaskInput,
  taskParents,
  type TaskStatus,
  taskStatuses,
} from '../../../libs/domain/src/task-machine.ts';

const introduction = `# The states of a task

Generated from \`libs/domain/src/task-machine.ts\` by \`npm run contract\`: don't edit it. The server's commands, the worker
protocol, the sweeps and the screens use that one file. Each change below appends an entry to the task's timeline in the
transaction of the change, and the timeline replays to the row's state (\`task-replay.ts\`).
`;

/** An event that leads from more statuses than this to the same one is listed below the diagram, not drawn. */
const MAX_DRAWN = 6;

interface Change {
  event: TaskInput['type'];
  from: TaskFacts;
  next: TaskFacts;
}

const changes: readonly Change[] = allStates.flatMap((from) =>
  allInputs.flatMap((input) => {
    const outcome = step(from, input);
    return outcome.kind === 'change' ? [{ event: input.type, from, next: outcome.next }] : [];
  }),
);

/** Returns the page as Markdown, formatted for `file`. */
export async function taskStatesPage(file: string): Promise<string> {
  const text = [introduction, picture(), commands(), everyChange()].join('\n');
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}

function picture(): string {
  const moves = changes.filter(({ from, next }) => from.status !== next.status);
  const wide = [...Map.groupBy(moves, ({ event, next }) => `${event} ${next.status}`).values()]
    .flatMap((group) =>
      group.slice(0, 1).map(({ event, next }) => ({
        event,
        to: next.status,
        from: unique(group.map(({ from }) => from.status)),
      })),
    )
    .filter(({ from }) => from.length > MAX_DRAWN);
  const drawn = moves.filter(
    ({ event, next }) => !wide.some((one) => one.event === event && one.to === next.status),
  );
  const arrows = Map.groupBy(drawn, ({ from, next }) => `${from.status} --> ${next.status}`);
  const lines = [...arrows].map(
    ([arrow, group]) =>
      `  ${arrow}: ${unique(group.map(({ event }) => taskEvents[event].words)).join(' / ')}`,
  );
  const listed = wide.map(
    ({ event, to, from }) =>
      `\nIn addition, **${taskEvents[event].words}** leads to \`${to}\` from ${list(from)}.`,
  );
  const ends = taskStatuses.filter((status) => !isUnfinished(status));
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> idle: created',
    ...lines,
    `  ${finalStatus} --> [*]`,
    '```',
    ...listed,
    `\nFinished are ${list(ends)}; the others count towards the realm's task limit. Nothing follows \`${finalStatus}\`, unless the record of the purchase is reversed.\n`,
  ].join('\n');
}

/** The effect of each command by status, without a lease and, if it differs, with one. */
function commands(): string {
  const cell = (command: (typeof taskCommands)[number], status: TaskStatus): string =>
    unique(
      allStates
        .filter(
          (state) => state.status === status && !state.paused && !state.requeued && state.retry_count === 0,
        )
        .map((state) => {
          const outcome = step(
            state,
            command === 'start' ? { type: command, ahead: false } : { type: command },
          );
          if (outcome.kind !== 'change') return outcome.kind === 'already' ? 'no effect' : 'rejected';
          return outcome.next.paused ? 'paused' : `→ ${outcome.next.status}`;
        }),
    ).join(', with a worker ');
  return [
    '## Commands',
    '',
    'For a task that is not paused; `pause` has no effect on a paused task, and `resume` ends its pause. `start` leads to',
    '`scheduled` while the start time is in the future. "Refused" is 409 `INVALID_STATE`, "no effect" is 200 without a change.',
    `A task whose ${taskParents.join(' or ')} was deleted can't be started again: 409 \`CONFLICT\`.`,
    '',
    `| status | ${taskCommands.join(' | ')} |`,
    `| --- |${taskCommands.map(() => ' --- |').join('')}`,
    ...taskStatuses.map(
      (status) => `| ${status} | ${taskCommands.map((command) => cell(command, status)).join(' | ')} |`,
    ),
    '',
  ].join('\n');
}

function everyChange(): string {
  const inOrder = allInputs.flatMap(({ type }, at) =>
    allInputs.findIndex((input) => input.type === type) === at
      ? changes.filter(({ event }) => event === type)
      : [],
  );
  const rows = Map.groupBy(inOrder, ({ event, from, next }) =>
    [
      taskEvents[event].words,
      taskEvents[event].by,
      from.status === next.status ? 'the same' : next.status,
      otherEffects(from, next),
    ].join(' | '),
  );
  return [
    '## All changes',
    '',
    'A lease ends with every change to a status in which no worker has the task, and a pause with every change to one that',
    "can't be paused.",
    '',
    '| event | by | to | also | from |',
    '| --- | --- | --- | --- | --- |',
    ...[...rows].map(
      ([row, group]) => `| ${row} | ${unique(group.map(({ from }) => from.status)).join(', ')} |`,
    ),
    '',
  ].join('\n');
}

/** Changes of an event other than the status. */
function otherEffects(from: TaskFacts, next: TaskFacts): string {
  const stays = from.status === next.status;
  return [
    !from.leased && next.leased ? 'the worker has a lease' : '',
    stays && from.leased && !next.leased ? 'the lease ends' : '',
    !from.paused && next.paused ? 'it is paused' : '',
    stays && from.paused && !next.paused ? 'it is no longer paused' : '',
    next.retry_count > from.retry_count ? 'a retry is counted' : '',
    !from.requeued && next.requeued ? 'the next lapse is final' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const list = (statuses: readonly TaskStatus[]): string =>
  statuses.map((status) => `\`${status}\``).join(', ');
