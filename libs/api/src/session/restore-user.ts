import { errorOfResponse, networkError } from '../http/api-error';
import type { MeDto, SessionDto } from '../generated';
import { storeAuthAnswer } from './refresh';
import { clearSession, getSession, setSession, storedTokens } from './session-store';
import { toUser } from './user';

/** Whether a token is stored whose user isn't: the session exists once the user has been fetched. */
export const lacksUser = (): boolean => getSession() === null && storedTokens() !== null;

/**
 * Asks the server whose the stored token is, and stores the user. An expired token is refreshed; one that is refused
 * ends the session.
 *
 * @throws ApiError when the server can't answer; the token stays
 */
export async function restoreUser(): Promise<void> {
  const tokens = storedTokens();
  if (!tokens) return;
  const answer = await ask('/api/me', 'GET', tokens.token);
  if (answer.ok) return setSession({ ...tokens, user: toUser((await answer.json()) as MeDto) });
  if (answer.status !== 401) throw errorOfResponse(answer, undefined, { verb: 'fetch', what: 'profile' });
  if (!tokens.refreshToken) return clearSession();
  const refreshed = await ask('/api/auth/refresh', 'POST', tokens.refreshToken);
  if (refreshed.ok) return storeAuthAnswer((await refreshed.json()) as SessionDto);
  if (refreshed.status === 401) return clearSession();
  throw errorOfResponse(refreshed, undefined, { verb: 'refresh', what: null });
}

/** Without a session there is no `apiFetch`. */
async function ask(path: string, method: string, token: string): Promise<Response> {
  try {
    return await fetch(
      new Request(new URL(path, location.href), { method, headers: { Authorization: `Bearer ${token}` } }),
    );
  } catch (error) {
    throw networkError(error);
  }
}
