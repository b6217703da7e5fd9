import { liveHeartbeatMs } from '@tessera/domain';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { apiFetch } from '../http/api-fetch';
import { getSession, subscribeSession } from '../session/session-store';

/** A change of a row in the caller's scope. */
export interface LiveChange {
  topic: string;
  id: number;
  change: 'insert' | 'update' | 'delete';
  /** The read projection, without secrets; absent when the row is gone or out of reach. */
  row?: Record<string, unknown>;
}

/**
 * `live`: changes arrive; `connecting`: not yet or not any more; `offline`: the browser has no network; `off`: nobody is
 * signed in.
 */
export type LiveStatus = 'off' | 'connecting' | 'offline' | 'live';

export interface LiveState {
  status: LiveStatus;
  /** When the server was last heard, epoch milliseconds on this machine; null while live or off. */
  staleSince: number | null;
}

export interface LiveHandlers {
  onChange: (change: LiveChange) => void;
  /** Changes were missed: read everything again. */
  onResync: () => void;
}

/** Two heartbeats that stay out are a dead connection; the rest is for a slow line. */
const silence = 2.5 * liveHeartbeatMs;
const shortestDelay = 500;
const longestDelay = 15_000;

/** The one live connection of a page view; follows the session and reconnects by itself. */
export class LiveStream {
  private state: LiveState = { status: 'off', staleSince: null };
  private readonly listeners = new Set<() => void>();
  private connection: AbortController | undefined;
  private userId: number | undefined;
  private lastEventId: string | null = null;
  private lastHeard: number | null = null;
  /** The connection or the wait for the next one. */
  private attempt: AbortController | undefined;

  constructor(private readonly handlers: LiveHandlers) {}

  /** Connects while somebody is signed in. Returns a function that stops it. */
  start(): () => void {
    const stopFollowing = subscribeSession(() => this.follow());
    const onNetwork = () => this.onNetwork();
    window.addEventListener('offline', onNetwork);
    window.addEventListener('online', onNetwork);
    this.follow();
    return () => {
      stopFollowing();
      window.removeEventListener('offline', onNetwork);
      window.removeEventListener('online', onNetwork);
      this.disconnect();
    };
  }

  readonly getState = (): LiveState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  private follow(): void {
    const userId = getSession()?.user.id;
    if (userId === this.userId) return;
    this.disconnect();
    this.userId = userId;
    if (userId === undefined) return;
    this.connection = new AbortController();
    void this.keepConnected(this.connection.signal);
  }

  /** The network went or came: the connection at hand is worth nothing, and the wait for the next one is over. */
  private onNetwork(): void {
    if (!this.connection) return;
    this.set(withoutConnection());
    this.attempt?.abort();
  }

  private disconnect(): void {
    this.connection?.abort();
    this.connection = undefined;
    this.userId = undefined;
    this.lastEventId = null;
    this.lastHeard = null;
    this.set('off');
  }

  private async keepConnected(signal: AbortSignal): Promise<void> {
    let delay = shortestDelay;
    let connectedBefore = false;
    this.set(withoutConnection());
    while (!signal.aborted) {
      const connected: boolean = await this.connect(signal, connectedBefore);
      if (signal.aborted) return;
      this.set(withoutConnection());
      connectedBefore ||= connected;
      delay = connected ? shortestDelay : Math.min(delay * 2, longestDelay);
      // Spread out, so that a restarted server isn't met by everyone at once.
      const wait = new AbortController();
      this.attempt = wait;
      await sleep(delay * (0.5 + Math.random()), AbortSignal.any([signal, wait.signal]));
    }
  }

  /** Holds one connection until it ends. Returns whether the server accepted it. */
  private async connect(signal: AbortSignal, isReconnect: boolean): Promise<boolean> {
    const attempt = new AbortController();
    this.attempt = attempt;
    let timer = setTimeout(() => attempt.abort(), silence);
    const onActivity = () => {
      this.lastHeard = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => attempt.abort(), silence);
    };
    let accepted = false;
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream' };
      if (this.lastEventId) headers['Last-Event-ID'] = this.lastEventId;
      const response = await apiFetch('/api/stream', {
        headers,
        signal: AbortSignal.any([signal, attempt.signal]),
        cache: 'no-store',
      });
      if (!response.ok || !response.body) return false;
      accepted = true;
      onActivity();
      this.set('live');
      // Without an id to resume from, whatever happened meanwhile is unknown.
      if (isReconnect && !this.lastEventId) this.handlers.onResync();
      await this.readEvents(response.body, onActivity);
      return true;
    } catch {
      return accepted;
    } finally {
      clearTimeout(timer);
      attempt.abort();
    }
  }

  /** EventSource can't send a bearer, so the stream is read with fetch. Comments count as activity, too. */
  private async readEvents(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    onActivity: () => void,
  ): Promise<void> {
    const parser = createParser({
      onId: (id) => (this.lastEventId = id),
      onEvent: (message) => this.dispatch(message),
    });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onActivity();
      parser.feed(value);
    }
  }

  private dispatch({ event = 'message', data }: EventSourceMessage): void {
    if (event === 'resync') this.handlers.onResync();
    else if (event === 'message') this.handlers.onChange(JSON.parse(data) as LiveChange);
  }

  private set(status: LiveStatus): void {
    if (status === this.state.status) return;
    const isWithout = status === 'connecting' || status === 'offline';
    const staleSince = isWithout ? (this.lastHeard ?? this.state.staleSince ?? Date.now()) : null;
    this.state = { status, staleSince };
    for (const listener of this.listeners) listener();
  }
}

const withoutConnection = (): LiveStatus => (navigator.onLine === false ? 'offline' : 'connecting');

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
