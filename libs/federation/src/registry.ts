import type { ModuleRelease, RemoteDefinition } from './contract';
import type { FailureCause } from './failure';
import { type LoadModule, toModuleFailure } from './loader';

/** What went wrong with a module, for its fallback. */
export interface Failure {
  reason: FailureCause;
  message: string;
  /** Failed attempts since it last worked. */
  attempts: number;
  /** When the last attempt failed, in epoch milliseconds by this browser's clock. */
  at: number;
  /** When the next automatic attempt starts; null when only a manual retry makes sense. */
  nextTryAt: number | null;
}

export type ModuleState =
  | { status: 'idle' | 'loading'; previous?: Failure }
  | { status: 'ready'; definition: RemoteDefinition; load: number }
  | { status: 'failed'; failure: Failure };

const releaseKey = ({ name, version }: ModuleRelease): string => `${name}@${version}`;

const idle: ModuleState = { status: 'idle' };
const backoffMs = 10_000;
const maxBackoffMs = 60_000;

/** The modules of this page view with their states; one store for all outlets and the menu. */
export class ModuleRegistry {
  private readonly states = new Map<string, ModuleState>();
  private readonly listeners = new Set<() => void>();
  private loads = 0;

  constructor(private readonly loadModule: LoadModule) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Each release of a module has its own state. */
  readonly getState = (release: ModuleRelease): ModuleState => this.states.get(releaseKey(release)) ?? idle;

  /** Loads a module when one of its pages is visited, unless it is loaded or will be retried automatically. */
  start(release: ModuleRelease): void {
    const state = this.getState(release);
    const hasGivenUp = state.status === 'failed' && state.failure.nextTryAt === null;
    if (state.status === 'idle' || hasGivenUp) void this.retry(release);
  }

  /** Loads a module again, whatever its state. */
  async retry(release: ModuleRelease): Promise<void> {
    const before = this.getState(release);
    if (before.status === 'loading') return;
    this.set(release, {
      status: 'loading',
      previous: before.status === 'failed' ? before.failure : undefined,
    });
    try {
      const definition = await this.loadModule(release, before.status !== 'idle');
      this.set(release, { status: 'ready', definition, load: ++this.loads });
    } catch (error) {
      await this.fail(release, error);
    }
  }

  /** Records an error of a module, from loading or rendering. */
  async fail(release: ModuleRelease, error: unknown): Promise<void> {
    const { reason, message } = await toModuleFailure(error);
    const before = this.getState(release);
    const attempts = (before.status === 'loading' ? (before.previous?.attempts ?? 0) : 0) + 1;
    const at = Date.now();
    const nextTryAt = reason === 'CRASHED' ? null : at + Math.min(attempts * backoffMs, maxBackoffMs);
    this.set(release, { status: 'failed', failure: { reason, message, attempts, at, nextTryAt } });
  }

  private set(release: ModuleRelease, state: ModuleState): void {
    this.states.set(releaseKey(release), state);
    for (const listener of this.listeners) listener();
  }
}
