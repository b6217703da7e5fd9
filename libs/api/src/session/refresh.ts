import { observeServerClock, serverNow } from '../clock';
import type { SessionDto } from '../generated';
import { clearSession, getSession, type Session, setSession } from './session-store';
import { toUser } from './user';

/** Stores the session that a sign-in, registration or refresh returned. */
export const storeAuthAnswer = ({ token, refreshToken, user }: SessionDto): void =>
  setSession({ token, refreshToken, user: toUser(user) });

const lockName = 'tessera-refresh';
let inFlight: Promise<Response | null> | undefined;

/**
 * Replaces the access token `usedToken`, which the server refused. One refresh runs at a time across tabs; other
 * requests wait for it and then read the new token from the storage.
 *
 * Resolves to null when there is a new token, else to the refresh's failed response. A 401 clears the session; a 5xx
 * and a network failure, which rejects, keep it.
 */
export function refreshSession(usedToken: string): Promise<Response | null> {
  inFlight ??= withLock(() => refreshUnlessDone(usedToken)).finally(() => (inFlight = undefined));
  return inFlight;
}

/** An access token that expires within this time is renewed before it is used. */
const EARLY_MS = 30_000;

/**
 * Whether a session's access token is about to expire and can be renewed. It is renewed before it is used, so that a page that
 * stays open causes no 401.
 */
export const needsRenewal = ({ token, refreshToken }: Session): boolean =>
  refreshToken !== null && expiresSoon(token);

/** Renews a session's access token; returns the old one when that fails, which leaves it to the server's response. */
export async function renewToken({ token, user }: Session): Promise<string> {
  await refreshSession(token).catch(() => null);
  const current = getSession();
  return current?.user.id === user.id ? current.token : token;
}

/** Reads the expiry of a JWT; false for a token that has none. */
function expiresSoon(token: string): boolean {
  const [, payload = ''] = token.split('.');
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' && exp * 1000 - serverNow() < EARLY_MS;
  } catch {
    return false;
  }
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
    // After a sign-out or a sign-in as another user during the request, the new session is discarded.
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

/** The server's code of why the session ended, if it sent one. */
async function endReason(response: Response): Promise<string | null> {
  try {
    const { context } = (await response.clone().json()) as { context?: { reason?: unknown } };
    return typeof context?.reason === 'string' ? context.reason : null;
  } catch {
    return null;
  }
}

/** Adds a message to a failed refresh without one, since it is returned as the response to the original request. */
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

/** Web Locks exist on https and localhost only; elsewhere the server accepts a used refresh token for 30 s more. */
async function withLock(work: () => Promise<Response | null>): Promise<Response | null> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(lockName, work);
}
