import { observeServerClock } from '../clock';
import { proveRecentSignIn, recentSignInNeeded } from '../session/recent-sign-in';
import { refreshSession } from '../session/refresh';
import { clearSession, getSession, type Session } from '../session/session-store';
import { networkError } from './api-error';
import { isQuiet } from './quiet';
import { withinTimeLimit } from './time-limits';

/**
 * `fetch` for `/api`: attaches the bearer, refreshes once on a 401 and repeats the request, learns the server's
 * clock. Rejects with an ApiError NETWORK_ERROR when there is no answer, and with the AbortError when the caller
 * aborted.
 *
 * A call that needs a recent sign-in (401 REAUTH_REQUIRED) has the person asked in place, and is repeated once; it
 * rejects with an AbortError when they cancel, so that nothing is shown and their form stays as it is.
 *
 * Without a stored refresh token any failed request but an aborted one ends the session.
 */
export function apiFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? input : new Request(new URL(input, location.href), init);
  return withinTimeLimit(request, sendForSession);
}

async function sendForSession(request: Request): Promise<Response> {
  const session = isPublic(request.url) ? null : getSession();
  if (!session) return endIfLost(send(request, getSession()?.token));

  // The clone is kept for repeating, never sent first: where Request is undici's, garbage collection cuts a clone off
  // from its signal.
  const again = request.clone();
  const response = await sendInSession(request, session);
  const needed = await recentSignInNeeded(response);
  const proved = needed && (await proveRecentSignIn(needed));
  if (proved === null) return response;
  const present = getSession();
  if (!proved) throw new DOMException('The recent sign-in was cancelled', 'AbortError');
  return present?.user.id === session.user.id ? sendInSession(again, present) : response;
}

/** Sends with the session's bearer; refreshes once on a 401 and repeats. */
async function sendInSession(request: Request, session: Session): Promise<Response> {
  const again = request.clone();
  const response = await endIfLost(send(request, session.token));
  if (response.status !== 401 || (await recentSignInNeeded(response))) return response;
  const refused = await endIfLost(refreshOrReject(session.token));
  if (refused) return refused;
  // Whoever signed in as somebody else meanwhile must not send this user's request.
  const present = getSession();
  if (present?.user.id !== session.user.id) return response;
  return endIfLost(send(again, present.token));
}

/** Calls that sign in carry no session, and their 401 says that the credentials are wrong. */
const isPublic = (url: string): boolean =>
  /^\/api\/auth\/(?:login|register|refresh)$/.test(new URL(url, location.href).pathname);

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token && !isPublic(request.url)) request.headers.set('Authorization', `Bearer ${token}`);
  const asked = Date.now();
  try {
    const response = await fetch(request);
    observeServerClock(response.headers.get('date'), asked);
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

async function endIfLost<R extends Response | null>(answer: Promise<R>): Promise<R> {
  try {
    const response = await answer;
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
