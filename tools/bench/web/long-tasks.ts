import { spreadOf, type Result } from '../paired.ts';
import type { MainTask } from './main-thread.ts';

/** A task of so many ms is a long one (Long Tasks API, W3C). */
export const LONG_MS = 50;

/** A long task, and what the page was told that it was made of. */
export interface LongTask extends MainTask {
  by: string;
  /** The page is told of those in which a script of its own ran. */
  isTold: boolean;
}

/** What came of watching the main thread for a while. */
export interface Watched {
  long: LongTask[];
  /** Ms of the longest of those that aren't long. */
  longestOfOthers: number;
}

/**
 * The long tasks of some rounds as a line of the report: how many in a round, how many would be long had the main thread
 * the processor to itself, the longest and what it was made of, and how long the others were. Garbage that
 * is collected between tasks with a script isn't in the number, but named.
 */
export function longTasks(name: string, rounds: readonly Watched[]): Result {
  const counted = rounds.map(({ long }) => long.filter((task) => !isCollection(task)));
  const tasks = counted.flat().sort(byDuration);
  const collections = rounds
    .flatMap(({ long }) => long)
    .filter(isCollection)
    .sort(byDuration);
  const [longest, ...others] = tasks;
  const notes = longest
    ? [
        `${tasks.filter(({ own, duration }) => (own ?? duration) > LONG_MS).length} by the thread's own time`,
        `longest ${told(longest)} (${longest.by || 'nothing long in it'})`,
        ...named('then', others),
      ]
    : [
        `none: the longest ${Math.max(...rounds.map(({ longestOfOthers }) => longestOfOthers)).toFixed(0)} ms`,
      ];
  return {
    name: `Long tasks: ${name}`,
    ratio: spreadOf(counted.map(({ length }) => length)),
    promise: 'none',
    met: longest === undefined,
    note: [
      ...(rounds.length === 1 ? [] : [`${rounds.length} rounds`]),
      ...notes,
      ...named('besides, collecting garbage,', collections),
    ].join('; '),
  };
}

/** Most of a task without a script went into collecting garbage. */
const isCollection = ({ isTold, collecting, duration }: LongTask): boolean =>
  !isTold && collecting > duration / 2;

const byDuration = (a: LongTask, b: LongTask): number => b.duration - a.duration;

/** So many of the others are told of. */
const MOST_TOLD = 4;

const named = (word: string, tasks: readonly LongTask[]): string[] => [
  ...(tasks.length === 0 ? [] : [`${word} ${tasks.slice(0, MOST_TOLD).map(told).join(' / ')}`]),
  ...(tasks.length <= MOST_TOLD ? [] : [`and ${tasks.length - MOST_TOLD} more`]),
];

/** Garbage that took less isn't worth a word. */
const TELLING_MS = 5;

const told = ({ duration, own, collecting }: LongTask): string =>
  [
    `${duration.toFixed(0)} ms`,
    ...(own === undefined ? [] : [`${own.toFixed(0)} of them its own`]),
    ...(collecting < TELLING_MS ? [] : [`${collecting.toFixed(0)} collecting garbage`]),
  ].join(', ');
