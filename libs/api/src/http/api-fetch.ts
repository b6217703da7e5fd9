import { observeServerClock } from '../clock';
import { promptForSignIn, readSignInRequirement } from '../session/recent-sign-in';
import { needsRenewal, refreshSession, renewToken } from '../session/refresh';
import { getRehearsal } from '../session/rehearsal';
import { clearSession, getSession } from '../session/session-store';
import { isAbortOrTimeout } from './abort-or-timeout';
import { networkError } from './api-error';
import type { StartRequestSpan } from './request-spans';
import { waitToRepeat } from './request-waits';

const KEY = 'Idempotency-Key';

/**
 * `fetch` for `/api`: attaches the bearer token, the rehearsal that the page has entered and the trace of the click before it, gives a POST an Idempotency-Key, so that a
 * proxy may send it to another server when one is replaced, renews the token shortly before it expires, reads the server's clock, and sends a request again
 * - after the `Retry-After` of a 429 or 503, see `waitToRepeat`;
 * - after a 401 that could be resolved: by refreshing the session, or, for a call that needs a recent sign-in
 *   (`REAUTH_REQUIRED`), by prompting the user.
 *
 * Without a stored refresh token any failed request but a cancelled one ends the session.
 *
 * @throws ApiError `NETWORK_ERROR` when there is no response
 * @throws DOMException `AbortError` when the caller cancels, or the user cancels the sign-in: forms stay as they are
 */
export function apiFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? input : new Request(new URL(input, location.href), init);
  if (takesEffect(request) && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
  return sendWithinTimeLimit(request, sendForSession);
}

async function sendForSession(request: Request): Promise<Response> {
  const session = isPublic(request.url) ? null : getSession();
  let isRefreshed = false;
  let hasSignedIn = false;
  let repeats = 0;
  let attempt = { request, token: session?.token };
  if (session && needsRenewal(session)) {
    attempt.token = await renewToken(session);
    request.signal.throwIfAborted();
  }
  for (;;) {
    // The original is sent and the clone kept for the retry: undici's garbage collection detaches a clone from its signal.
    const repeat = attempt.request.clone();
    const response = await endSessionOnFailure(send(attempt.request, attempt.token));
    if (await waitToRepeat(request, response, repeats)) {
      repeats += 1;
    } else {
      const requirement = await readSignInRequirement(response);
      if (!session || response.status !== 401 || (requirement ? hasSignedIn : isRefreshed)) return response;
      if (requirement) {
        const signedIn = await promptForSignIn(requirement);
        if (signedIn === null) return response;
        if (!signedIn) throw new DOMException('The recent sign-in was cancelled', 'AbortError');
        hasSignedIn = true;
      } else {
        const refused = await endSessionOnFailure(refreshOrReject(attempt.token ?? session.token));
        if (!refused) isRefreshed = true;
        else if (await waitToRepeat(request, refused, repeats)) repeats += 1;
        else return refused;
      }
    }
    // If another user has signed in by now, their session must not send this request.
    const current = getSession();
    if (current?.user.id !== session?.user.id) return response;
    attempt = { request: repeat, token: current?.token };
  }
}

/** Whether a POST's repetition needs a key: not a sign-in, whose key the server ignores, nor a preview, which changes nothing. */
function takesEffect({ method, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  if (method !== 'POST' || pathname.startsWith('/api/auth/')) return false;
  return !pathname.endsWith('/preview') && searchParams.get('dry_run') !== 'true';
}

/** Sign-in calls carry no token, and their 401 means wrong credentials. */
const isPublic = (url: string): boolean =>
  /^\/api\/auth\/(?:login|register|refresh)$/.test(new URL(url, location.href).pathname);

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token && !isPublic(request.url)) request.headers.set('Authorization', `Bearer ${token}`);
  const rehearsal = getRehearsal();
  if (token && rehearsal !== null) request.headers.set('X-Rehearsal', String(rehearsal));
  const span = startRequestSpan(request);
  if (span) request.headers.set('traceparent', span.traceparent);
  const sentAt = Date.now();
  try {
    const response = await fetch(request);
    span?.end(response.status);
    observeServerClock(response.headers.get('date'), sentAt);
    return response;
  } catch (error) {
    span?.end(request.signal.aborted ? null : 0);
    throw request.signal.aborted ? error : networkError(error);
  }
}

async function refreshOrReject(usedToken: string): Promise<Response | null> {
  try {
    return await refreshSession(usedToken);
  } catch (error) {
    throw networkError(error);
  }
}

async function endSessionOnFailure<R extends Response | null>(pending: Promise<R>): Promise<R> {
  try {
    const response = await pending;
    if (response && !response.ok) endSessionUnlessRefreshable();
    return response;
  } catch (error) {
    if (!isAbortOrTimeout(error)) endSessionUnlessRefreshable();
    throw error;
  }
}

function endSessionUnlessRefreshable(): void {
  if (!getSession()?.refreshToken) clearSession({ reason: null });
}

let start: StartRequestSpan | null = null;

// A page whose server doesn't trace loads nothing for it. The requests of the others have spans once the file has arrived.
const ratio =
  typeof document !== 'undefined' &&
  document.querySelector<HTMLMetaElement>('meta[name="tessera-trace-ratio"]')?.content;
if (ratio)
  import('./request-spans').then(
    ({ traceInteractions }) => void (start = traceInteractions(Number(ratio))),
    () => undefined,
  );

/** Starts the span of a request that follows a click or a key press. Null for others, and while the server doesn't trace. */
const startRequestSpan: StartRequestSpan = (request) => start && start(request);

interface TimeLimit {
  milliseconds: number;
  message: string;
}

const jobsLimit: TimeLimit = { milliseconds: 30_000, message: 'Fetching jobs timed out after 30 seconds.' };

/** The time limit of a request; null for none. A CSV export has no limit, because its duration depends on its rows. */
function timeLimitOf({ method, url, headers }: Request): TimeLimit | null {
  const isExport = headers.get('accept')?.includes('text/csv') ?? false;
  return method === 'GET' && new URL(url).pathname === '/api/jobs' && !isExport ? jobsLimit : null;
}

/**
 * Sends a request within its time limit, which includes reading the response's body. The caller's signal still cancels it.
 *
 * @throws DOMException `TimeoutError` after the time limit, which is also logged
 */
async function sendWithinTimeLimit(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const limit = timeLimitOf(request);
  if (!limit) return send(request);
  const timeout = AbortSignal.timeout(limit.milliseconds);
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    const response = await send(new Request(request, { signal }));
    return response.body ? new Response(await response.arrayBuffer(), response) : response;
  } catch (error) {
    if (!timeout.aborted || request.signal.aborted) throw error;
    const timedOut = new DOMException(limit.message, 'TimeoutError');
    console.warn(timedOut);
    throw timedOut;
  }
}
