import { spreadOf, type Result } from '../paired.ts';
import type { LongTask } from './in-page.ts';

/** A task of so many ms is a long one (Long Tasks API, W3C). */
const LONG_MS = 50;

/**
 * The long tasks of some rounds as a line of the report: how many in a round, how many would be long had the main thread
 * the processor to itself, the longest and what it was made of, and how long the others were.
 */
export function longTasks(name: string, rounds: readonly (readonly LongTask[])[]): Result {
  const tasks = rounds.flat().sort((a, b) => b.duration - a.duration);
  const [longest, ...others] = tasks;
  const notes = longest
    ? [
        `${tasks.filter(({ own, duration }) => (own ?? duration) > LONG_MS).length} by the thread's own time`,
        `longest ${told(longest)} (${longest.by || 'nothing long in it'})`,
        ...(others.length === 0 ? [] : [`then ${others.slice(0, MOST_TOLD).map(told).join(', ')}`]),
        ...(others.length <= MOST_TOLD ? [] : [`and ${others.length - MOST_TOLD} more`]),
      ]
    : ['none'];
  return {
    name: `Long tasks: ${name}`,
    ratio: spreadOf(rounds.map(({ length }) => length)),
    promise: 'none',
    met: longest === undefined,
    note: [...(rounds.length === 1 ? [] : [`${rounds.length} rounds`]), ...notes].join('; '),
  };
}

/** So many of the others are told of. */
const MOST_TOLD = 4;

const told = ({ duration, own }: LongTask): string =>
  `${duration.toFixed(0)} ms${own === undefined ? '' : `, ${own.toFixed(0)} of them its own`}`;
