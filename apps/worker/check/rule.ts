import type { KitConsole } from './kit-console.ts';
import type { KitTask } from './kit-task.ts';
import type { KitSite } from './kit-site.ts';
import type { TaskMode } from '../src/protocol.ts';

/** What a rule plays with. */
export interface Stage {
  console: KitConsole;
  site: KitSite;
  /** A host that is on nobody's list: whoever connects is counted. */
  stranger: { url: string; connections: number };
  /** How long heartbeats are watched, in ms. */
  watchMs: number;
  /** Ends the worker as SIGTERM does, and resolves when it has ended; null: the author does it by hand. */
  end: (() => Promise<void>) | null;
  /** A task of its own account; `prepare` stages it before it is offered. */
  task(mode: TaskMode, prepare?: (task: KitTask) => void): KitTask;
}

/** One rule of docs/workers.md. `run` throws Broken, or NotTried. */
export interface Rule {
  id: string;
  title: string;
  /** The heading of docs/workers.md that has it. */
  section: string;
  /** Runs by itself after the others: it ends the worker, or looks back at all of them. */
  last?: true;
  run(stage: Stage): Promise<void>;
}

/** The worker broke the rule; the message says by what. */
export class Broken extends Error {}

/** The rule could not be tried, or isn't asked of every worker. */
export class NotTried extends Error {}

/** Throws Broken with the message unless `holds`. */
export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Broken(message);
}

/** A worker that beats each 10 s has been told within this time. */
export const TOLD_MS = 13_000;
/** Time for what follows at once. */
export const SOON_MS = 15_000;
/** How long "nothing more" is watched. */
const QUIET_MS = 2_500;

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits for a call that the worker must make. Throws Broken when it doesn't come. */
export async function expectCall(
  task: KitTask,
  where: 'console' | 'site',
  what: string,
  ms: number,
  count = 1,
): Promise<void> {
  const came = await task.trail.until(() => task.trail.of(where, what).length >= count, ms);
  must(
    came,
    `no ${count > 1 ? `${count}th ` : ''}"${what}" came at the ${where} within ${Math.round(ms / 1000)} s`,
  );
}

/** Waits until a worker has leased the task, and is known to be at it. */
export async function taken(task: KitTask): Promise<void> {
  for (const end = performance.now() + 60_000; task.takenAt === null && performance.now() < end;)
    await pause(50);
  must(task.takenAt !== null, 'the task was not leased within 60 s');
}

/** Waits until the worker stands in the site's waiting room. */
export async function waits(task: KitTask): Promise<void> {
  await taken(task);
  await expectCall(task, 'site', 'queue', SOON_MS);
}

/** Fails when something is written, here or at the site, after a moment. */
export async function quietSince(task: KitTask, at: number, why: string): Promise<void> {
  await pause(QUIET_MS);
  const reads = ['find', 'session'];
  const [call] = task.trail
    .after(at)
    .filter(({ where, what }) => where === 'console' || !reads.includes(what));
  must(call === undefined, `"${call?.what}" came at the ${call?.where} ${why}`);
}
