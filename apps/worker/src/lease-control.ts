import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandName } from './protocol.ts';

/** Why a run ends before its work is done. */
export type EndReason = 'stopped' | 'draining' | 'lost';

/** Thrown at the next safe point of a run that must end. */
export class Interrupted extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The commands to a running task: stop, pause, resume, drain, and the loss of its lease. The driver handles them at its
 * checkpoints, never between an action at the site and its report.
 */
export class LeaseControl {
  private readonly ended = new AbortController();
  private readonly lost = new AbortController();
  private resumed: PromiseWithResolvers<void> | null = null;

  /** Aborted when the run should end, for any reason. */
  get endSignal(): AbortSignal {
    return this.ended.signal;
  }

  /** Aborted when the lease is lost: even an unreported action stays unreported. */
  get lostSignal(): AbortSignal {
    return this.lost.signal;
  }

  get paused(): boolean {
    return this.resumed !== null;
  }

  /** The last command that is in force here; null while the run continues. */
  get acknowledgedCommand(): 'stop' | 'pause' | null {
    if (this.ended.signal.aborted) return 'stop';
    return this.paused ? 'pause' : null;
  }

  /** Applies a person's command. */
  apply(command: CommandName): void {
    if (command === 'stop') this.end('stopped');
    if (command === 'pause') this.resumed ??= Promise.withResolvers();
    if (command === 'resume') this.endPause();
  }

  /** Ends the run. The first reason stays, except that a lost lease replaces it. */
  end(reason: EndReason): void {
    if (reason === 'lost') this.lost.abort(new Interrupted('lost'));
    this.ended.abort(new Interrupted(reason));
    this.endPause();
  }

  /** Returns at once, or after a pause. Throws Interrupted when the run must end. */
  async checkpoint(): Promise<void> {
    await this.resumed?.promise;
    this.lost.signal.throwIfAborted();
    this.ended.signal.throwIfAborted();
  }

  /** Waits, and then handles the commands that came during the wait. */
  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.ended.signal }).catch(() => undefined);
    await this.checkpoint();
  }

  private endPause(): void {
    this.resumed?.resolve();
    this.resumed = null;
  }
}
