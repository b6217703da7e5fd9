import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A Node process that the launcher keeps running. */
export interface Service {
  name: string;
  /** Arguments for Node; asked anew at each start. */
  args: () => string[];
  env: () => NodeJS.ProcessEnv;
  cwd?: string;
  /** Takes every line of its output. */
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Whether this line of its output says that it is ready. Unset: it is as soon as it runs. */
  isReady?: (line: string) => boolean;
}

/** A service under supervision. */
export interface Supervised {
  name: string;
  /** Settles when it is ready for the first time; rejects with `EarlyEnd` when it ends before. */
  ready: Promise<void>;
  /** Process id at present; null between two lives. */
  pid(): number | null;
  /** Ends it for good: asks, and after 15 s insists. */
  stop(): Promise<void>;
  /** Ends it at once; it is started again unless it is being stopped. */
  kill(): void;
}

/** What a supervisor reports to. */
export interface Watcher {
  say(line: string): void;
  /** A process began or ended. */
  changed(): void;
  /** It can't work with its configuration: no use in starting it again. */
  gaveUp(name: string): void;
}

/** A service that ended before it was ready for the first time. */
export class EarlyEnd extends Error {
  readonly isConfiguration: boolean;

  constructor(name: string, how: string) {
    super(`The ${name} did not start (${how}).`);
    this.isConfiguration = how === CONFIGURATION_END;
  }
}

/** Exit code of a process that said in one line what is wrong with its configuration. */
export const BAD_CONFIGURATION = 78;
const CONFIGURATION_END = `exit code ${BAD_CONFIGURATION}`;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const STEADY_MS = 30_000;
const STOP_LIMIT_MS = 15_000;
const preload = fileURLToPath(new URL('./with-parent.mjs', import.meta.url));

interface Life {
  child: ChildProcess;
  ready: Promise<void>;
  /** Settles with a word on how it ended. */
  ended: Promise<string>;
}

function begin(service: Service): Life {
  const child = spawn(process.execPath, ['--import', preload, ...service.args()], {
    env: service.env(),
    cwd: service.cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    // Not in the terminal's group: Ctrl-C must not end the database before those that use it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const ended = new Promise<string>((settle) => {
    child.on('error', (error) => settle(error.message));
    child.on('close', (code, signal) => settle(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  const ready = new Promise<void>((settle) => {
    if (!service.isReady) settle();
    eachLine(child.stdout, (line) => {
      service.onLine(line, 'stdout');
      if (service.isReady?.(line)) settle();
    });
  });
  eachLine(child.stderr, (line) => service.onLine(line, 'stderr'));
  return { child, ready, ended };
}

function eachLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream) createInterface(stream).on('line', take);
}

/** Starts a service; once it has been ready, it is started again whenever it ends. */
export function supervise(service: Service, watcher: Watcher): Supervised {
  let life: Life | null = null;
  let stopping = false;
  const wake = new AbortController();

  function live(): Life {
    const current = begin(service);
    life = current;
    watcher.changed();
    void current.ended.then(() => {
      life = null;
      watcher.changed();
    });
    return current;
  }

  async function keepRunning(current: Life): Promise<void> {
    let began = Date.now();
    let pause = SHORTEST_PAUSE_MS;
    for (let ended = current.ended; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const how = await ended;
      if (stopping) return;
      if (how === CONFIGURATION_END) return watcher.gaveUp(service.name);
      if (Date.now() - began > STEADY_MS) pause = SHORTEST_PAUSE_MS;
      watcher.say(`The ${service.name} ended (${how}); starting it again in ${pause / 1000} s.`);
      await delay(pause, undefined, { signal: wake.signal }).catch(() => undefined);
      if (stopping) return;
      began = Date.now();
      const next = live();
      ended = next.ended;
      void next.ready.then(() => watcher.say(`The ${service.name} runs again.`));
    }
  }

  async function start(): Promise<void> {
    const early = await Promise.race([first.ready, first.ended]);
    if (early !== undefined) throw new EarlyEnd(service.name, early);
  }
  const first = live();
  const ready = start();
  const kept = ready.then(
    () => keepRunning(first),
    () => undefined,
  );

  return {
    name: service.name,
    ready,
    pid: () => life?.child.pid ?? null,
    kill: () => life?.child.kill('SIGKILL'),
    async stop() {
      stopping = true;
      wake.abort();
      life?.child.kill('SIGTERM');
      const insist = setTimeout(() => life?.child.kill('SIGKILL'), STOP_LIMIT_MS);
      await kept;
      clearTimeout(insist);
    },
  };
}
