import type { ModuleRelease, RemoteDefinition } from './contract';
import type { FailureCause } from './failure';
import { toModuleFailure, type LoadModule } from './loader';

/** What went wrong with a module, for its fallback. */
export interface Failure {
  reason: FailureCause;
  message: string;
  /** Tries since it last worked. */
  attempts: number;
  /** When the last try failed, epoch milliseconds on this machine's clock. */
  at: number;
  /** When it is tried again by itself; null when only a person's Retry makes sense. */
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

/** The modules of this page view and how each is doing; one store for all outlets and the menu. */
export class ModuleRegistry {
  private readonly states = new Map<string, ModuleState>();
  private readonly listeners = new Set<() => void>();
  private loads = 0;

  constructor(private readonly loadModule: LoadModule) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** A new release of a module (another realm's, say) is another module to the registry. */
  readonly getState = (release: ModuleRelease): ModuleState => this.states.get(releaseKey(release)) ?? idle;

  /** Somebody came to a page of the module: loads it unless it runs or will be tried again by itself. */
  start(release: ModuleRelease): void {
    const state = this.getState(release);
    const hasGivenUp = state.status === 'failed' && state.failure.nextTryAt === null;
    if (state.status === 'idle' || hasGivenUp) void this.retry(release);
  }

  /** Loads a module afresh, whatever became of it before. */
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

  /** Records that a module threw, while loading or while rendering. */
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
