import { getSession } from '../session/session-store';

/** A finished request; times by `performance.now()`. */
interface FinishedSpan {
  traceId: string;
  spanId: string;
  method: string;
  url: string;
  status: number | null;
  startedAt: number;
  endedAt: number;
}

const SEND_AFTER_MS = 5_000;
/** As many as the server takes at once. */
const MAX_SPANS = 50;
/** Longest age and duration that the server takes. */
const MAX_MS = 10 * 60_000;

let waiting: FinishedSpan[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isRefused = false;

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sendSpans();
});

/** Adds a span to the next batch. */
export function addSpan(span: FinishedSpan): void {
  if (isRefused) return;
  waiting.push(span);
  if (waiting.length >= MAX_SPANS) sendSpans();
  else timer ??= setTimeout(sendSpans, SEND_AFTER_MS);
}

/**
 * Sends what is waiting, in the user's session; without one it is dropped. By plain fetch: a failure must neither end the session nor be
 * repeated, and reports are no spans themselves.
 */
function sendSpans(): void {
  clearTimeout(timer);
  timer = undefined;
  const spans = waiting;
  waiting = [];
  const token = getSession()?.token;
  if (!token || spans.length === 0) return;
  const now = performance.now();
  const init: RequestInit = {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ spans: spans.map((span) => toReport(span, now)) }),
    // The page may be on its way out.
    keepalive: true,
  };
  fetch('/api/browser-spans', init).then(
    // Tracing was turned off since the page was loaded.
    ({ status }) => void (isRefused ||= status === 404),
    () => undefined,
  );
}

const toReport = (
  { traceId, spanId, method, url, status, startedAt, endedAt }: FinishedSpan,
  now: number,
): object => ({
  trace_id: traceId,
  span_id: spanId,
  method,
  path: pathWithoutIds(url),
  status,
  age_ms: toMilliseconds(now - startedAt),
  duration_ms: toMilliseconds(endedAt - startedAt),
});

const toMilliseconds = (duration: number): number => Math.min(Math.round(duration), MAX_MS);

/** The path of a request; each segment that isn't a plain word becomes `:id`. */
const pathWithoutIds = (url: string): string =>
  new URL(url, location.href).pathname
    .split('/')
    .map((segment) => (/^[a-z-]*$/.test(segment) ? segment : ':id'))
    .join('/');
