import type { ModuleRelease, RemoteDefinition } from './contract';
import { type FailureReason, ModuleFailure } from './failure';
import type { LoadModule } from './loader';
import { toModuleFailure } from './script-errors';
import type { FilledPlace, SlotContents } from './slots/slot-contents';
import { loadTimeMs, withinSlotTime } from './time-limits';

/** What went wrong with a module, for its fallback. */
export interface Failure {
  reason: FailureReason;
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

/** How loading a release ended, for the server's statistics. */
export interface LoadOutcome {
  module: string;
  version: string;
  outcome: 'loaded' | 'failed';
  reason?: FailureReason;
  /** What the error of a failed one said, at most 1,000 characters. */
  message?: string;
  /** Milliseconds from the visit to the first commit, or to the failure. */
  ms: number;
}

/** The times of a load, in milliseconds of `performance.now()`. */
interface Times {
  startedAt: number;
  readyAt: number | null;
  visitedAt: number;
}

/** Each release of a module has its own state. */
const releaseKey = ({ name, base_url: baseUrl }: ModuleRelease): string => `${name} ${baseUrl}`;

/** Whether a release's slot of this id has failed. */
export type HasFailed = (release: ModuleRelease, id: string) => boolean;

const slotKey = (release: ModuleRelease, id: string): string => `${releaseKey(release)} ${id}`;

/** As much of a message as the server accepts. */
const cut = (message: string): string => message.slice(0, 1000).toWellFormed();

const idle: ModuleState = { status: 'idle' };
const backoffMs = 10_000;
const maxBackoffMs = 60_000;

/** Failures that another attempt may overcome. */
const temporary: readonly FailureReason[] = ['TIMEOUT', 'NETWORK', 'INTEGRITY'];

/** The modules of this page view with their states; one store for all outlets and the menu. */
export class ModuleRegistry {
  private readonly states = new Map<string, ModuleState>();
  private readonly listeners = new Set<() => void>();
  private readonly times = new Map<string, Times>();
  private readonly reported = new Set<string>();
  private readonly locals = new Map<string, ModuleRelease>();
  private readonly slotContents = new Map<string, Promise<unknown>>();
  private readonly failedSlots = new Set<string>();
  private hasFailed: HasFailed = () => false;
  private inUse: ReadonlyMap<string, ModuleRelease> = new Map();
  private loads = 0;

  /**
   * @param report receives at most one `loaded` and one `failed` per release and page view; nothing of local modules
   */
  constructor(
    private readonly loadModule: LoadModule,
    private readonly report: (outcome: LoadOutcome) => void = () => undefined,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly getState = (release: ModuleRelease): ModuleState => this.states.get(releaseKey(release)) ?? idle;

  /**
   * The releases that this page runs or loads, by module. Another release of one of them needs a new page: two versions of
   * a module can't run side by side.
   */
  readonly getInUse = (): ReadonlyMap<string, ModuleRelease> => this.inUse;

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
    const startedAt = performance.now();
    const times: Times = { startedAt, readyAt: null, visitedAt: startedAt };
    this.times.set(releaseKey(release), times);
    this.use(release);
    this.set(release, {
      status: 'loading',
      previous: before.status === 'failed' ? before.failure : undefined,
    });
    try {
      const definition = await this.loadModule(release, before.status !== 'idle');
      times.readyAt = performance.now();
      this.set(release, { status: 'ready', definition, load: ++this.loads });
    } catch (error) {
      await this.fail(release, error);
    }
  }

  /** Records that the user came to a page of the module. */
  visit(release: ModuleRelease): void {
    const times = this.times.get(releaseKey(release));
    if (times) times.visitedAt = performance.now();
  }

  /** Records that a page of the module is on screen. */
  commit(release: ModuleRelease): void {
    const times = this.times.get(releaseKey(release));
    if (!times || times.readyAt === null) return;
    // Without the time that the user spent on other pages in between.
    const rendering = performance.now() - Math.max(times.readyAt, times.visitedAt);
    this.reportOnce(release, { outcome: 'loaded', ms: times.readyAt - times.startedAt + rendering });
  }

  /** Records an error of a module, from loading or rendering. */
  async fail(release: ModuleRelease, error: unknown): Promise<void> {
    const failedAt = performance.now();
    const { reason, message } = await toModuleFailure(error);
    const before = this.getState(release);
    const attempts = (before.status === 'loading' ? (before.previous?.attempts ?? 0) : 0) + 1;
    const at = Date.now();
    const nextTryAt = temporary.includes(reason) ? at + Math.min(attempts * backoffMs, maxBackoffMs) : null;
    this.use(release, false);
    this.set(release, { status: 'failed', failure: { reason, message, attempts, at, nextTryAt } });
    const startedAt = this.times.get(releaseKey(release))?.startedAt ?? failedAt;
    this.reportOnce(release, {
      outcome: 'failed',
      reason,
      message: cut(message),
      ms: failedAt - startedAt,
    });
  }

  /** Whether a slot has failed in this page view, or its module has and works no more; a new function after each change. */
  readonly getHasFailed = (): HasFailed => this.hasFailed;

  /**
   * Loads what a module has for a slot, and first the module. A failure of the slot itself is recorded here.
   *
   * @throws ModuleFailure that of the module; TIMEOUT, CRASHED, or INCOMPATIBLE for a slot that the module doesn't export
   */
  async loadSlot<Place extends FilledPlace>(
    release: ModuleRelease,
    { id, place }: { id: string; place: Place },
  ): Promise<SlotContents[Place]> {
    this.start(release);
    const state = await this.waitFor(release);
    const key = `${slotKey(release, id)} ${state.load}`;
    const known = this.slotContents.get(key);
    if (known) return known as Promise<SlotContents[Place]>;
    const filled = state.definition.slots?.[id];
    const loading = withinSlotTime(
      () =>
        filled?.place === place
          ? (filled.load() as Promise<SlotContents[Place]>)
          : Promise.reject(new ModuleFailure('INCOMPATIBLE', `It exports no ${place} named ${id}`)),
      loadTimeMs,
    );
    this.slotContents.set(key, loading);
    loading.catch((error: unknown) => this.failSlot(release, id, error));
    return loading;
  }

  /** Takes a slot that failed away from all its places, and reports it once per page view; the module's other parts stay. */
  async failSlot(release: ModuleRelease, id: string, error: unknown): Promise<void> {
    // The failure of its module is recorded already.
    if (this.hasFailed(release, id)) return;
    this.failedSlots.add(slotKey(release, id));
    this.renewHasFailed();
    this.notify();
    const { reason, message } = await toModuleFailure(error);
    console.error(`The slot ${id} of ${release.name} ${release.version} failed: ${message}`);
    if (release.channel !== 'local')
      this.report({
        module: release.name,
        version: release.version,
        outcome: 'failed',
        reason,
        message: cut(`Slot ${id}: ${message}`),
        ms: 0,
      });
  }

  /** Resolves once the module is ready; rejects with the failure of its load. */
  private waitFor(release: ModuleRelease): Promise<Extract<ModuleState, { status: 'ready' }>> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const state = this.getState(release);
        if (state.status === 'ready') resolve(state);
        else if (state.status === 'failed')
          reject(new ModuleFailure(state.failure.reason, state.failure.message));
        else return;
        unsubscribe();
      };
      const unsubscribe = this.subscribe(check);
      check();
    });
  }

  /**
   * Replaces the definition of a local module, whose pages are then mounted again. Returns whether the page has loaded, or tried to
   * load, that module from this computer.
   */
  replace(name: string, definition: RemoteDefinition): boolean {
    const release = this.locals.get(name);
    if (!release) return false;
    this.use(release);
    this.set(release, { status: 'ready', definition, load: ++this.loads });
    return true;
  }

  private use(release: ModuleRelease, isUsed = true): void {
    if (release.channel === 'local') this.locals.set(release.name, release);
    const next = new Map(this.inUse);
    const inUse = next.get(release.name);
    if (isUsed) next.set(release.name, release);
    else if (inUse && releaseKey(inUse) === releaseKey(release)) next.delete(release.name);
    this.inUse = next;
  }

  private reportOnce(release: ModuleRelease, outcome: Omit<LoadOutcome, 'module' | 'version'>): void {
    const key = `${releaseKey(release)} ${outcome.outcome}`;
    if (release.channel === 'local' || this.reported.has(key)) return;
    this.reported.add(key);
    this.report({ module: release.name, version: release.version, ...outcome, ms: Math.round(outcome.ms) });
  }

  private set(release: ModuleRelease, state: ModuleState): void {
    const before = this.getState(release);
    this.states.set(releaseKey(release), state);
    if ([before.status, state.status].includes('failed')) this.renewHasFailed();
    this.notify();
  }

  private renewHasFailed(): void {
    this.hasFailed = (release, id) =>
      this.getState(release).status === 'failed' || this.failedSlots.has(slotKey(release, id));
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
