import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../../start/settings.mjs';

export interface ProgramOptions {
  name: string;
  /** Arguments for Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Folder of its log. */
  logs: string;
}

const preload = path.join(root, 'tools/start/with-parent.mjs');
/** Delay before a killed program is restarted, as by an orchestrator. */
const RESTART_DELAY_MS = 500;
const KILL_AFTER_MS = 16_000;

/** A Node process that is restarted whenever it exits. */
export class Program {
  readonly name: string;
  private options: ProgramOptions;
  private child: ChildProcess | null = null;
  private isStopping = false;

  constructor(options: ProgramOptions) {
    this.name = options.name;
    this.options = options;
  }

  /** Current process id; null while the program isn't running. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Starts the program, optionally with another environment or other arguments. */
  start(env: NodeJS.ProcessEnv = this.options.env, args: readonly string[] = this.options.args): void {
    this.options = { ...this.options, env, args: [...args] };
    this.isStopping = false;
    this.launch();
  }

  /** Sends a signal to the process; returns the process id. */
  signal(name: NodeJS.Signals): number {
    const { pid } = this;
    if (pid === null) throw new Error(`${this.name} is not running`);
    process.kill(pid, name);
    return pid;
  }

  /** Sends SIGKILL and waits for the exit. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child) throw new Error(`${this.name} is not running`);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Sends SIGTERM, and SIGKILL 16 s after the drain. Returns the elapsed milliseconds and the exit code. */
  async stop(): Promise<{ ms: number; code: number | null }> {
    this.isStopping = true;
    const { child } = this;
    if (!child) return { ms: 0, code: null };
    const began = performance.now();
    const exit = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    // A suspended process handles SIGTERM only after SIGCONT.
    child.kill('SIGCONT');
    const killTimer = setTimeout(
      () => child.kill('SIGKILL'),
      KILL_AFTER_MS + Number(this.options.env.DRAIN_MS ?? 0),
    );
    const [code] = await exit;
    clearTimeout(killTimer);
    return { ms: performance.now() - began, code };
  }

  private launch(): void {
    const log = openSync(path.join(this.options.logs, `${this.name}.log`), 'a', 0o600);
    const child = spawn(process.execPath, ['--import', preload, ...this.options.args], {
      env: { PATH: process.env.PATH, ...this.options.env },
      stdio: ['ignore', log, log, 'ipc'],
      // Outside the terminal's process group, so that Ctrl-C reaches only the launcher, which stops all in order.
      detached: process.platform !== 'win32',
    });
    closeSync(log);
    this.child = child;
    child.once('exit', () => void this.restart());
  }

  private async restart(): Promise<void> {
    this.child = null;
    if (this.isStopping) return;
    await delay(RESTART_DELAY_MS);
    if (this.needsLaunch()) this.launch();
  }

  /** The program may have been stopped, or started again, while the restart was delayed. */
  private needsLaunch(): boolean {
    return !this.isStopping && !this.child;
  }
}
