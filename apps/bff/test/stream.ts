import type { TestApp } from './app';

export type StreamEvent = { event: string; id: string | null; data: unknown };

/** How long a stream's event or end is waited for. */
const LIMIT_MS = 15_000;

/** An open stream: `next` waits for an event that fits, `ended` for its end; both fail with what was seen instead. */
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
  const answer = await fetch(`${app.url}/api/stream`, {
    headers: { Authorization: `Bearer ${token}`, ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
    signal: abort.signal,
  });
  const seen: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const wake of waiting) wake();
  };
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) seen.push(event);
      }
      tell();
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
    status: answer.status,
    seen,
    next,
    get ended() {
      return inTime(end, 'The end of the stream');
    },
    close: () => abort.abort(),
  };
}

function parse(block: string): StreamEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      }),
  );
  const data = fields.get('data');
  return data === undefined
    ? null
    : {
        event: fields.get('event') ?? 'message',
        id: fields.get('id') ?? null,
        data: JSON.parse(data) as unknown,
      };
}
