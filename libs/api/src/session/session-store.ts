import type { User } from './user';

/** What a sign in, a registration or a refresh brings. */
export interface Session {
  token: string;
  /** Null when the storage lost it; then any failed request ends the session. */
  refreshToken: string | null;
  user: User;
}

/** The three entries, and nothing more. */
const names = { token: 'token', refreshToken: 'refreshToken', user: 'user' } as const;

/** The browser's storage, or null where its settings block cookies: reading `localStorage` throws there. */
function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** How a session ended that nobody ended here: the server's code of the reason, null where it isn't known. */
export interface SessionEnd {
  reason: string | null;
}

let lastEnd: SessionEnd | null = null;

/** How the session of this page ended; null while there is one, and after signing out on purpose. */
export const getSessionEnd = (): SessionEnd | null => lastEnd;

const listeners = new Set<() => void>();
let known: { stored: readonly (string | null)[]; session: Session | null } | undefined;

/** The stored session, or null. The same object until the storage changes. */
export function getSession(): Session | null {
  const storage = browserStorage();
  const stored = Object.values(names).map((name) => storage?.getItem(name) ?? null);
  const [token = null, refreshToken = null, user = null] = stored;
  const before = known?.stored;
  if (!known || stored.some((text, at) => text !== before?.[at]))
    known = { stored, session: parse(token, refreshToken, user) };
  return known.session;
}

/** The stored tokens, whether or not their user is stored; null when signed out. */
export function storedTokens(): Omit<Session, 'user'> | null {
  const storage = browserStorage();
  const token = storage?.getItem(names.token);
  return token ? { token, refreshToken: storage?.getItem(names.refreshToken) ?? null } : null;
}

/** Stores a session and notifies every subscriber, in this tab and the others. */
export function setSession({ token, refreshToken, user }: Session): void {
  const storage = browserStorage();
  storage?.setItem(names.user, JSON.stringify(user));
  if (refreshToken) storage?.setItem(names.refreshToken, refreshToken);
  storage?.setItem(names.token, token);
  lastEnd = null;
  changed();
}

/** Replaces the stored user, e.g. after a change of the profile; no-op when signed out. */
export function setSessionUser(user: User): void {
  if (!getSession()) return;
  browserStorage()?.setItem(names.user, JSON.stringify(user));
  changed();
}

/** Signs out in this browser: removes the three entries and notifies every subscriber; `end`: why it ended, unless the user signed out. */
export function clearSession(end: SessionEnd | null = null): void {
  const storage = browserStorage();
  const had = Object.values(names).some((name) => (storage?.getItem(name) ?? null) !== null);
  for (const name of Object.values(names)) storage?.removeItem(name);
  if (!had) return;
  lastEnd = end;
  changed();
}

/** Calls back after every change of the session, also one made by another tab. Answers how to stop. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Another tab's change; `key` is null when it cleared everything. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== names.token) return;
  lastEnd = getSession() ? null : { reason: 'OTHER_TAB' };
  changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function parse(token: string | null, refreshToken: string | null, user: string | null): Session | null {
  if (!token || !user) return null;
  try {
    return { token, refreshToken, user: JSON.parse(user) as User };
  } catch {
    return null;
  }
}
