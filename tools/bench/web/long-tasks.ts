import type { Result } from '../paired.ts';
import type { LongTask } from './in-page.ts';

/** The long tasks of a measurement as a line of the report: how many, the longest, and what it was made of. */
export function longTasks(name: string, tasks: readonly LongTask[]): Result {
  const longest = tasks.reduce<LongTask | null>(
    (worst, task) => (worst && worst.duration >= task.duration ? worst : task),
    null,
  );
  return {
    name: `Long tasks: ${name}`,
    ratio: { median: tasks.length, p10: tasks.length, p90: tasks.length },
    promise: 'none',
    met: tasks.length === 0,
    note: longest ? `longest ${longest.duration.toFixed(0)} ms (${longest.by || 'nothing long in it'})` : '–',
  };
}
