import { spreadOf, type Result } from '../paired.ts';
import type { LongTask } from './in-page.ts';

/** A task of so many ms is a long one (Long Tasks API, W3C). */
const LONG_MS = 50;

/**
 * The long tasks of some rounds as a line of the report: how many in a round, how many would be long had the main thread
 * the processor to itself, the longest and what it was made of, and how long the others were.
 */
export function longTasks(name: string, rounds: readonly (readonly LongTask[])[]): Result {
  const [longest, ...others] = rounds.flat().sort((a, b) => b.duration - a.duration);
  const notes = longest
    ? [
        `${rounds.flat().filter((task) => ownMs(task) > LONG_MS).length} by the thread's own time`,
        `longest ${told(longest)} (${longest.by || 'nothing long in it'})`,
        ...(others.length === 0 ? [] : [`then ${others.slice(0, MOST_TOLD).map(told).join(', ')}`]),
        ...(others.length <= MOST_TOLD ? [] : [`and ${others.length - MOST_TOLD} more`]),
      ]
    : ['none'];
  return {
    name: `Long tasks: ${name}`,
    ratio: spreadOf(rounds.map((tasks) => tasks.length)),
    promise: 'none',
    met: longest === undefined,
    note: [...(rounds.length === 1 ? [] : [`${rounds.length} rounds`]), ...notes].join('; '),
  };
}

/** So many of the others are told of. */
const MOST_TOLD = 4;

const ownMs = ({ own, duration }: LongTask): number => own ?? duration;

const told = (task: LongTask): string =>
  `${task.duration.toFixed(0)} ms, ${ownMs(task).toFixed(0)} of them its own`;
