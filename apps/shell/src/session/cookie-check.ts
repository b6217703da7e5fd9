const name = 'tessera_check';

/** Whether the browser accepts cookies: sets one, reads it back and removes it. */
export function acceptsCookies(): boolean {
  try {
    document.cookie = `${name}=1; Path=/; SameSite=Lax`;
    const found = document.cookie.split('; ').includes(`${name}=1`);
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
    return found;
  } catch {
    return false;
  }
}

/** Whether the browser accepts cookies and storage. One setting blocks both; `localStorage` then throws. */
export function acceptsCookiesAndStorage(): boolean {
  try {
    return acceptsCookies() && typeof window.localStorage === 'object';
  } catch {
    return false;
  }
}
