import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A Node process that the launcher keeps running. */
export interface Service {
  name: string;
  /** Arguments for Node; called at each start. */
  args: () => string[];
  env: () => NodeJS.ProcessEnv;
  cwd?: string;
  /** Called with every line of output. */
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Returns whether this line of output reports readiness. Unset: ready as soon as it runs. */
  isReady?: (line: string) => boolean;
}

/** A service under supervision. */
export interface Supervised {
  name: string;
  /** Resolves when it is first ready; rejects with `StartError` if it exits before. */
  ready: Promise<void>;
  /** Returns the current process id; null while it isn't running. */
  pid(): number | null;
  /** Sends SIGTERM, and SIGKILL after 15 s; it isn't restarted. */
  stop(): Promise<void>;
  /** Sends SIGKILL; it is restarted unless it is being stopped. */
  kill(): void;
}

/** Receives the events of a supervised service. */
export interface Watcher {
  log(line: string): void;
  /** A process started or exited. */
  onChange(): void;
  /** The service rejected its configuration and is not restarted. */
  onConfigurationError(name: string): void;
}

/** A service exited before it was first ready. */
export class StartError extends Error {
  readonly isConfiguration: boolean;

  constructor(name: string, how: string) {
    super(`The ${name} did not start (${how}).`);
    this.isConfiguration = how === CONFIGURATION_EXIT;
  }
}

/** Exit code of a process with an invalid configuration. */
export const BAD_CONFIGURATION = 78;
const CONFIGURATION_EXIT = `exit code ${BAD_CONFIGURATION}`;
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;
const STABLE_AFTER_MS = 30_000;
const KILL_AFTER_MS = 15_000;
const preload = fileURLToPath(new URL('./with-parent.mjs', import.meta.url));

interface RunningProcess {
  child: ChildProcess;
  ready: Promise<void>;
  /** Resolves with the reason of the exit. */
  exited: Promise<string>;
}

function startProcess(service: Service): RunningProcess {
  const child = spawn(process.execPath, ['--import', preload, ...service.args()], {
    env: service.env(),
    cwd: service.cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    // Outside the terminal's process group: Ctrl-C must not stop the database before its clients.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const exited = new Promise<string>((settle) => {
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
  return { child, ready, exited };
}

function eachLine(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface(stream).on('line', onLine);
}

/** Starts a service and, once it has been ready, restarts it with backoff whenever it exits. */
export function supervise(service: Service, watcher: Watcher): Supervised {
  let current: RunningProcess | null = null;
  const shutdown = new AbortController();
  const isStopping = (): boolean => shutdown.signal.aborted;

  function launch(): RunningProcess {
    const started = startProcess(service);
    current = started;
    watcher.onChange();
    void started.exited.then(() => {
      current = null;
      watcher.onChange();
    });
    return started;
  }

  async function keepRunning(current: RunningProcess): Promise<void> {
    let began = Date.now();
    let backoffMs = MIN_BACKOFF_MS;
    for (let ended = current.exited; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      const exitReason = await ended;
      if (isStopping()) return;
      if (exitReason === CONFIGURATION_EXIT) {
        watcher.onConfigurationError(service.name);
        return;
      }
      if (Date.now() - began > STABLE_AFTER_MS) backoffMs = MIN_BACKOFF_MS;
      watcher.log(`The ${service.name} exited (${exitReason}); restarting in ${backoffMs / 1000} s.`);
      await delay(backoffMs, undefined, { signal: shutdown.signal }).catch(() => undefined);
      if (isStopping()) return;
      began = Date.now();
      const next = launch();
      ended = next.exited;
      void next.ready.then(() => watcher.log(`The ${service.name} is running again.`));
    }
  }

  async function start(): Promise<void> {
    const earlyExit = await Promise.race([first.ready, first.exited]);
    if (earlyExit !== undefined) throw new StartError(service.name, earlyExit);
  }
  const first = launch();
  const ready = start();
  const finished = ready.then(
    () => keepRunning(first),
    () => undefined,
  );

  return {
    name: service.name,
    ready,
    pid: () => current?.child.pid ?? null,
    kill: () => current?.child.kill('SIGKILL'),
    async stop() {
      shutdown.abort();
      current?.child.kill('SIGTERM');
      const killTimer = setTimeout(() => current?.child.kill('SIGKILL'), KILL_AFTER_MS);
      await finished;
      clearTimeout(killTimer);
    },
  };
}
