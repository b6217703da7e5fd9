import { spreadOf, type Result } from '../paired.ts';
import type { LongTask } from './in-page.ts';

/** A task of so many ms is a long one (Long Tasks API, W3C). */
const LONG_MS = 50;

/**
 * The long tasks of some rounds as a line of the report: how many in a round, the longest, what it was made of, and how
 * many would be long had the main thread the processor to itself.
 */
export function longTasks(name: string, rounds: readonly (readonly LongTask[])[]): Result {
  const all = rounds.flat();
  const longest = all.reduce<LongTask | null>(
    (worst, task) => (worst && worst.duration >= task.duration ? worst : task),
    null,
  );
  const own = all.filter((task) => (task.own ?? task.duration) > LONG_MS).length;
  const many = rounds.length === 1 ? '' : `${rounds.length} rounds; `;
  return {
    name: `Long tasks: ${name}`,
    ratio: spreadOf(rounds.map((tasks) => tasks.length)),
    promise: 'none',
    met: all.length === 0,
    note:
      many +
      (longest
        ? `${own} by the thread's own time; longest ${longest.duration.toFixed(0)} ms, ${longest.own?.toFixed(0)} of them its own (${longest.by || 'nothing long in it'})`
        : 'none'),
  };
}
