import type { KitConsole } from './kit-console.ts';
import type { KitSite } from './kit-site.ts';
import type { KitMode, KitTask } from './kit-task.ts';

/** What a rule works with. */
export interface Stage {
  console: KitConsole;
  site: KitSite;
  /** A host that is on no allow-list; its connections are counted. */
  stranger: { url: string; connections: number };
  /** How long heartbeats are watched, in ms. */
  watchMs: number;
  /** Sends SIGTERM to the worker and resolves when it has exited; null if the check did not start the worker. */
  end: (() => Promise<void>) | null;
  /** Offers a task with an account of its own; `prepare` changes it before. */
  offerTask: (mode: KitMode, prepare?: (task: KitTask) => void) => KitTask;
}

/** One rule of docs/workers.md. `run` throws Broken, or NotTried. */
export interface Rule {
  id: string;
  title: string;
  /** The heading in docs/workers.md that describes the rule. */
  section: string;
  /** Runs alone after the others, because it ends the worker or checks all calls. */
  last?: true;
  checkRule(stage: Stage): Promise<void>;
}

/** The worker broke the rule; the message describes how. */
export class Broken extends Error {}

/** The rule could not be tried, or is optional. */
export class NotTried extends Error {}

/** Throws Broken with the message unless `holds`. */
export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Broken(message);
}

/** A worker that sends a heartbeat every 10 s receives a command within this time. */
export const COMMAND_MS = 13_000;
/** Time for the next step of a worker. */
export const NEXT_STEP_MS = 15_000;
/** How long the absence of further calls is observed. */
const QUIET_MS = 2_500;

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits for a call that the worker must make; throws Broken otherwise. */
export async function expectCall(
  task: KitTask,
  where: 'console' | 'site',
  what: string,
  ms: number,
  count = 1,
): Promise<void> {
  const arrived = await task.trail.until(() => task.trail.of(where, what).length >= count, ms);
  must(
    arrived,
    `no ${count > 1 ? `${count}th ` : ''}"${what}" came at the ${where} within ${Math.round(ms / 1000)} s`,
  );
}

/** Waits until a worker has leased the task. */
export async function waitForLease(task: KitTask): Promise<void> {
  for (const end = performance.now() + 60_000; task.leasedAt === null && performance.now() < end;)
    await pause(50);
  must(task.leasedAt !== null, 'the task was not leased within 60 s');
}

/** Waits until the worker is in the site's waiting room. */
export async function waitForQueue(task: KitTask): Promise<void> {
  await waitForLease(task);
  await expectCall(task, 'site', 'queue', NEXT_STEP_MS);
}

/** Fails if the worker writes anything at the console or the site after `at`. */
export async function expectNoWrites(task: KitTask, at: number, why: string): Promise<void> {
  await pause(QUIET_MS);
  const reads = ['find', 'session'];
  const [call] = task.trail
    .after(at)
    .filter(({ where, what }) => where === 'console' || !reads.includes(what));
  must(call === undefined, `"${call?.what}" came at the ${call?.where} ${why}`);
}
