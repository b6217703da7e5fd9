import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../start/settings.mjs';

/** What a program is started with. */
export interface ProgramOptions {
  name: string;
  /** Arguments for Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Folder of its log. */
  logs: string;
}

const preload = path.join(root, 'tools/start/with-parent.mjs');
/** As an orchestrator's: a killed program is started again after this pause. */
const PAUSE_MS = 500;
const INSIST_MS = 16_000;

/** A Node process of the run, which is killed on purpose and started again half a second later. */
export class Program {
  readonly name: string;
  private options: ProgramOptions;
  private child: ChildProcess | null = null;
  private ending = false;

  constructor(options: ProgramOptions) {
    this.name = options.name;
    this.options = options;
  }

  /** Process id at present; null between two lives. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Starts it, with another environment where one is given. */
  start(env: NodeJS.ProcessEnv = this.options.env): void {
    this.options = { ...this.options, env };
    this.ending = false;
    this.live();
  }

  /** Sends a signal to the process there is; answers its id. */
  signal(name: NodeJS.Signals): number {
    const { pid } = this;
    if (pid === null) throw new Error(`${this.name} does not run`);
    process.kill(pid, name);
    return pid;
  }

  /** SIGKILL; resolves once the process is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child) throw new Error(`${this.name} does not run`);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Asks it to end for good, and insists after 16 s. Answers the milliseconds it took and its exit code. */
  async stop(): Promise<{ ms: number; code: number | null }> {
    this.ending = true;
    const { child } = this;
    if (!child) return { ms: 0, code: null };
    const began = performance.now();
    const gone = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    // A process that was stopped hears of it only now.
    child.kill('SIGCONT');
    const insist = setTimeout(() => child.kill('SIGKILL'), INSIST_MS);
    const [code] = await gone;
    clearTimeout(insist);
    return { ms: performance.now() - began, code };
  }

  private live(): void {
    const log = openSync(path.join(this.options.logs, `${this.name}.log`), 'a', 0o600);
    const child = spawn(process.execPath, ['--import', preload, ...this.options.args], {
      env: { PATH: process.env.PATH, ...this.options.env },
      stdio: ['ignore', log, log, 'ipc'],
      // Not in the terminal's group: Ctrl-C is for us to pass on, in order.
      detached: process.platform !== 'win32',
    });
    closeSync(log);
    this.child = child;
    child.once('exit', () => void this.again());
  }

  private async again(): Promise<void> {
    this.child = null;
    if (this.ending) return;
    await delay(PAUSE_MS);
    if (!this.ending && !this.child) this.live();
  }
}
