import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { TestApp } from './app';

export type StreamEvent = { event: string; id: string | null; data: unknown };

/** How long to wait for an event or the end of a stream. */
const LIMIT_MS = 15_000;

/** An open stream: `next` waits for a matching event, `ended` for its end; both fail with the events seen instead. */
export type Stream = {
  status: number;
  next(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  seen: StreamEvent[];
  readonly ended: Promise<void>;
  close(): void;
};

/** Opens `GET /api/stream`. */
export async function openStream(app: TestApp, token: string, lastEventId?: string): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/stream`, {
    headers: { Authorization: `Bearer ${token}`, ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
    signal: abort.signal,
  });
  const seen: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const wake of waiting) wake();
  };
  const read = async () => {
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { event = 'message', id = null, data } of events ?? []) {
      seen.push({ event, id, data: JSON.parse(data) as unknown });
      notify();
    }
  };
  const end = read().catch(() => undefined);
  const inTime = <T>(awaited: Promise<T>, what: string): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const fail = () => reject(new Error(`${what} never came; seen: ${JSON.stringify(seen)}`));
    const limit = setTimeout(fail, LIMIT_MS);
    return Promise.race([awaited, promise]).finally(() => clearTimeout(limit));
  };
  const next = (fits: (event: StreamEvent) => boolean) => {
    const { promise, resolve } = Promise.withResolvers<StreamEvent>();
    const look = () => {
      const found = seen.find(fits);
      if (!found) return;
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
    return inTime(promise, 'The event');
  };
  return {
    status: response.status,
    seen,
    next,
    get ended() {
      return inTime(end, 'The end of the stream');
    },
    close: () => abort.abort(),
  };
}
