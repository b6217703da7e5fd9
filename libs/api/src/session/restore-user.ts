import type { MeDto, SessionDto } from '../generated';
import { errorOfResponse, networkError } from '../http/api-error';
import { storeAuthAnswer } from './refresh';
import { clearSession, getSession, setSession, storedTokens } from './session-store';
import { toUser } from './user';

/** Whether a token is stored without its user: the session is complete once the user has been fetched. */
export const lacksUser = (): boolean => getSession() === null && storedTokens() !== null;

/**
 * Fetches and stores the user of the stored token. An expired token is refreshed; a refused one ends the session.
 *
 * @throws ApiError when the server can't respond; the token is kept
 */
export async function restoreUser(): Promise<void> {
  const tokens = storedTokens();
  if (!tokens) return;
  const response = await send('/api/me', 'GET', tokens.token);
  if (response.ok) setSession({ ...tokens, user: toUser((await response.json()) as MeDto) });
  else if (response.status !== 401)
    throw errorOfResponse(response, undefined, { verb: 'fetch', what: 'profile' });
  else if (tokens.refreshToken) await refreshTokens(tokens.refreshToken);
  else clearSession();
}

async function refreshTokens(refreshToken: string): Promise<void> {
  const response = await send('/api/auth/refresh', 'POST', refreshToken);
  if (response.ok) storeAuthAnswer((await response.json()) as SessionDto);
  else if (response.status === 401) clearSession();
  else throw errorOfResponse(response, undefined, { verb: 'refresh', what: null });
}

/** Plain fetch, since `apiFetch` needs a complete session. */
async function send(path: string, method: string, token: string): Promise<Response> {
  try {
    return await fetch(
      new Request(new URL(path, location.href), { method, headers: { Authorization: `Bearer ${token}` } }),
    );
  } catch (error) {
    throw networkError(error);
  }
}
