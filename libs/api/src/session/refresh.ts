import { observeServerClock } from '../clock';
import type { SessionDto } from '../generated';
import { clearSession, getSession, setSession } from './session-store';
import { toUser } from './user';

/** Stores what a sign in, registration or refresh answered. */
export const storeAuthAnswer = ({ token, refreshToken, user }: SessionDto): void =>
  setSession({ token, refreshToken, user: toUser(user) });

const lockName = 'tessera-refresh';
let inFlight: Promise<Response | null> | undefined;

/**
 * Makes sure that the stored access token is another one than `usedToken`, which the server refused. One refresh at
 * a time across tabs; everyone else waits for it and then finds the new token in the storage.
 *
 * Answers null when there is a new token, else the refresh's own failed answer. A 401 clears the session; a network
 * failure rejects; both, and a 5xx, leave it.
 */
export function refreshSession(usedToken: string): Promise<Response | null> {
  inFlight ??= withLock(() => refreshUnlessDone(usedToken)).finally(() => (inFlight = undefined));
  return inFlight;
}

async function refreshUnlessDone(usedToken: string): Promise<Response | null> {
  const session = getSession();
  if (session && session.token !== usedToken) return null;
  if (!session?.refreshToken) {
    clearSession({ reason: null });
    return refusal(401, 'No refresh token available', 'UNAUTHORIZED');
  }
  const sentAt = Date.now();
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { Authorization: `Bearer ${session.refreshToken}` },
  });
  observeServerClock(response.headers.get('date'), sentAt);
  if (response.ok) {
    // Signed out, or signed in as somebody else, while the request was in flight: the new session belongs to nobody.
    if (getSession()?.refreshToken === session.refreshToken)
      storeAuthAnswer((await response.json()) as SessionDto);
    return null;
  }
  if (response.status === 401) {
    const reason = await endReason(response);
    if (getSession()?.refreshToken === session.refreshToken) clearSession({ reason });
  }
  return withMessage(response);
}

/** The code of why the session ended, as far as the server says it. */
async function endReason(response: Response): Promise<string | null> {
  try {
    const { context } = (await response.clone().json()) as { context?: { reason?: unknown } };
    return typeof context?.reason === 'string' ? context.reason : null;
  } catch {
    return null;
  }
}

/** A failed refresh is the response to the request that needed it: without a message it gets one. */
async function withMessage(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const error =
    typeof body === 'object' && body !== null ? (body as { message?: unknown; error?: unknown }) : {};
  if (error.message || error.error) return response;
  return refusal(
    response.status,
    'Token refresh failed',
    response.status === 401 ? 'UNAUTHORIZED' : 'UNKNOWN_ERROR',
  );
}

const refusal = (status: number, message: string, code: string): Response =>
  new Response(JSON.stringify({ message, code }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

/** Web Locks exist on https and localhost alone; elsewhere the server's 30 s of grace keeps tabs from harm. */
async function withLock(work: () => Promise<Response | null>): Promise<Response | null> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockName, work);
}
