import { observeServerClock } from '../clock';
import { proveRecentSignIn, recentSignInNeeded } from '../session/recent-sign-in';
import { refreshSession } from '../session/refresh';
import { clearSession, getSession, type Session } from '../session/session-store';
import { networkError } from './api-error';
import { isQuiet } from './quiet';
import { sendWithinTimeLimit } from './time-limits';

/**
 * `fetch` for `/api`: attaches the bearer, reads the server's clock, and sends a request again after a 401 that could
 * be resolved: by a refresh of the session, or, for a call that needs a recent sign-in (`REAUTH_REQUIRED`), by asking
 * the user for one.
 *
 * Without a stored refresh token any failed request but a cancelled one ends the session.
 *
 * @throws ApiError `NETWORK_ERROR` when there is no response
 * @throws DOMException `AbortError` when the caller cancels, or the user cancels the sign-in: forms stay as they are
 */
export function apiFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? input : new Request(new URL(input, location.href), init);
  return sendWithinTimeLimit(request, sendForSession);
}

function sendForSession(request: Request): Promise<Response> {
  const session = isPublic(request.url) ? null : getSession();
  return session ? sendInSession(request, session) : endIfLost(send(request, getSession()?.token));
}

async function sendInSession(request: Request, { user, token }: Session): Promise<Response> {
  let isRefreshed = false;
  let isProved = false;
  let attempt = { request, token };
  for (;;) {
    // The clone is kept for the repeat, never sent first: where Request is undici's, garbage collection cuts a clone
    // off from its signal.
    const repeat = attempt.request.clone();
    const response = await endIfLost(send(attempt.request, attempt.token));
    const proof = await recentSignInNeeded(response);
    if (response.status !== 401 || (proof ? isProved : isRefreshed)) return response;
    if (proof) {
      const proved = await proveRecentSignIn(proof);
      if (proved === null) return response;
      if (!proved) throw new DOMException('The recent sign-in was cancelled', 'AbortError');
      isProved = true;
    } else {
      const refused = await endIfLost(refreshOrReject(attempt.token));
      if (refused) return refused;
      isRefreshed = true;
    }
    // Somebody else who has signed in meanwhile must not send this user's request.
    const current = getSession();
    if (current?.user.id !== user.id) return response;
    attempt = { request: repeat, token: current.token };
  }
}

/** Calls that sign in carry no session, and their 401 means that the credentials are wrong. */
const isPublic = (url: string): boolean =>
  /^\/api\/auth\/(?:login|register|refresh)$/.test(new URL(url, location.href).pathname);

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token && !isPublic(request.url)) request.headers.set('Authorization', `Bearer ${token}`);
  const sentAt = Date.now();
  try {
    const response = await fetch(request);
    observeServerClock(response.headers.get('date'), sentAt);
    return response;
  } catch (error) {
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

async function endIfLost<R extends Response | null>(pending: Promise<R>): Promise<R> {
  try {
    const response = await pending;
    if (response && !response.ok) endUnlessRefreshable();
    return response;
  } catch (error) {
    if (!isQuiet(error)) endUnlessRefreshable();
    throw error;
  }
}

function endUnlessRefreshable(): void {
  if (!getSession()?.refreshToken) clearSession({ reason: null });
}
