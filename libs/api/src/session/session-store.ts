import type { User } from './user';

/** A signed-in user with their tokens. */
export interface Session {
  token: string;
  /** Null when it is missing from the storage; then any failed request ends the session. */
  refreshToken: string | null;
  user: User;
}

/** The names of the stored entries. */
const names = { token: 'token', refreshToken: 'refreshToken', user: 'user' } as const;

/** The browser's storage, or null where its settings block cookies: accessing `localStorage` throws then. */
function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Why a session ended other than by a sign-out in this tab: a reason code, null when unknown. */
export interface SessionEnd {
  reason: string | null;
}

let lastEnd: SessionEnd | null = null;

/** Why this page's session ended; null while it lasts and after a sign-out by the user. */
export const getSessionEnd = (): SessionEnd | null => lastEnd;

const listeners = new Set<() => void>();
let cached: { stored: readonly (string | null)[]; session: Session | null } | undefined;

/** The stored session, or null. The same object until the storage changes. */
export function getSession(): Session | null {
  const storage = browserStorage();
  const stored = Object.values(names).map((name) => storage?.getItem(name) ?? null);
  const [token = null, refreshToken = null, user = null] = stored;
  const before = cached?.stored;
  if (!cached || stored.some((text, at) => text !== before?.[at]))
    cached = { stored, session: parse(token, refreshToken, user) };
  return cached.session;
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
  notifyListeners();
}

/** Replaces the stored user, e.g. after a change of the profile; no-op when signed out. */
export function setSessionUser(user: User): void {
  if (!getSession()) return;
  browserStorage()?.setItem(names.user, JSON.stringify(user));
  notifyListeners();
}

/** Removes the stored session and notifies every subscriber. `end`: why it ended, unless the user signed out. */
export function clearSession(end: SessionEnd | null = null): void {
  const storage = browserStorage();
  const hadEntries = Object.values(names).some((name) => (storage?.getItem(name) ?? null) !== null);
  for (const name of Object.values(names)) storage?.removeItem(name);
  if (!hadEntries) return;
  lastEnd = end;
  notifyListeners();
}

/** Subscribes to changes of the session, also by other tabs. Returns a function that unsubscribes. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Handles a change by another tab; `key` is null when the tab cleared the storage. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== names.token && key !== names.user) return;
  lastEnd = getSession() ? null : { reason: 'OTHER_TAB' };
  notifyListeners();
}

function notifyListeners(): void {
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
