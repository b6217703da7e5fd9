import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { liveHeartbeatMs } from '@tessera/domain';
import { apiFetch } from '../http/api-fetch';
import { getSession, subscribeSession } from '../session/session-store';

/** A change of a row in the caller's scope. */
export interface LiveChange {
  topic: string;
  id: number;
  change: 'insert' | 'update' | 'delete';
  /** The row without secrets; absent when it was deleted or can no longer be read. */
  row?: Record<string, unknown>;
}

/** `live`: connected; `connecting`: not connected yet or again; `offline`: the browser has no network; `off`: signed out. */
export type LiveStatus = 'off' | 'connecting' | 'offline' | 'live';

export interface LiveState {
  status: LiveStatus;
  /** When data last arrived, epoch milliseconds on this machine; null while live or off. */
  staleSince: number | null;
}

export interface LiveHandlers {
  onChange: (change: LiveChange) => void;
  /** Called when changes were missed: refetch everything. */
  onResync: () => void;
}

/** A connection is dead after two missed heartbeats; the half is tolerance for a slow network. */
const silenceLimitMs = 2.5 * liveHeartbeatMs;
const shortestDelayMs = 500;
const longestDelayMs = 15_000;

/** The page's one live connection. Opens and closes with the session, and reconnects automatically. */
export class LiveStream {
  private state: LiveState = { status: 'off', staleSince: null };
  private readonly listeners = new Set<() => void>();
  private connection: AbortController | undefined;
  private userId: number | undefined;
  private lastEventId: string | null = null;
  private lastActivityAt: number | null = null;
  /** Aborts the current connection, or the wait before the next one. */
  private attempt: AbortController | undefined;

  constructor(private readonly handlers: LiveHandlers) {}

  /** Stays connected while a user is signed in. Returns a function that stops the stream. */
  start(): () => void {
    const stopFollowing = subscribeSession(() => this.follow());
    const onNetworkChange = () => this.onNetwork();
    window.addEventListener('offline', onNetworkChange);
    window.addEventListener('online', onNetworkChange);
    this.follow();
    return () => {
      stopFollowing();
      window.removeEventListener('offline', onNetworkChange);
      window.removeEventListener('online', onNetworkChange);
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
    void this.reconnectLoop(this.connection.signal);
  }

  /** The network was lost or restored: drops the current connection, and ends the wait before the next one. */
  private onNetwork(): void {
    if (!this.connection) return;
    this.set(disconnectedStatus());
    this.attempt?.abort();
  }

  private disconnect(): void {
    this.connection?.abort();
    this.connection = undefined;
    this.userId = undefined;
    this.lastEventId = null;
    this.lastActivityAt = null;
    this.set('off');
  }

  private async reconnectLoop(signal: AbortSignal): Promise<void> {
    let delay = shortestDelayMs;
    let connectedBefore = false;
    const isStopped = () => signal.aborted;
    this.set(disconnectedStatus());
    while (!isStopped()) {
      const connected: boolean = await this.connect(signal, connectedBefore);
      if (isStopped()) return;
      this.set(disconnectedStatus());
      connectedBefore ||= connected;
      delay = connected ? shortestDelayMs : Math.min(delay * 2, longestDelayMs);
      // Jitter, so that clients don't reconnect to a restarted server all at once.
      const wait = new AbortController();
      this.attempt = wait;
      await sleep(delay * (0.5 + Math.random()), AbortSignal.any([signal, wait.signal]));
    }
  }

  /** Opens one connection and reads it until it ends. Returns whether the server accepted it. */
  private async connect(signal: AbortSignal, isReconnect: boolean): Promise<boolean> {
    const attempt = new AbortController();
    this.attempt = attempt;
    let timer = setTimeout(() => attempt.abort(), silenceLimitMs);
    const onActivity = () => {
      this.lastActivityAt = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => attempt.abort(), silenceLimitMs);
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
      // Without an id to resume from, changes may have been missed.
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

  /** Reads with fetch, since EventSource can't send a bearer token. Comments count as activity, too. */
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
    const isDisconnected = status === 'connecting' || status === 'offline';
    const staleSince = isDisconnected ? (this.lastActivityAt ?? this.state.staleSince ?? Date.now()) : null;
    this.state = { status, staleSince };
    for (const listener of this.listeners) listener();
  }
}

const disconnectedStatus = (): LiveStatus => (navigator.onLine ? 'connecting' : 'offline');

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
