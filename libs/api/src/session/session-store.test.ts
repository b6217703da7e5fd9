import { session } from '../../test/server';
import { clearSession, getSession, setSession, subscribeSession } from './session-store';

beforeEach(() => localStorage.clear());

test('stores exactly the token, the refresh token and the user', () => {
  setSession(session('access', 'refresh'));
  expect(Object.keys(localStorage).sort()).toEqual(['refreshToken', 'token', 'user']);
  clearSession();
  expect(localStorage).toHaveLength(0);
});

test('returns the same object until the storage changes', () => {
  setSession(session());
  expect(getSession()).toBe(getSession());
});

test('notifies subscribers of a sign-out in another tab', () => {
  setSession(session());
  const seen: unknown[] = [];
  const stop = subscribeSession(() => seen.push(getSession()));
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  expect(seen).toEqual([null]);
  stop();
});

test('treats a damaged stored user as signed out', () => {
  setSession(session());
  localStorage.setItem('user', '{');
  expect(getSession()).toBeNull();
});

test('treats a browser that blocks storage as signed out', () => {
  const property = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {};
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  try {
    setSession(session());
    expect(getSession()).toBeNull();
    expect(() => clearSession()).not.toThrow();
  } finally {
    Object.defineProperty(window, 'localStorage', property);
  }
});
