/** Whether the browser keeps a cookie: sets it, reads it back and removes it. */
function keepsCookie(name: string, attributes: string): boolean {
  try {
    document.cookie = `${name}=1; ${attributes}`;
    const found = document.cookie.split('; ').includes(`${name}=1`);
    document.cookie = `${name}=; Max-Age=0; ${attributes}`;
    return found;
  } catch {
    return false;
  }
}

/** Whether the browser accepts cookies. */
export const acceptsCookies = (): boolean => keepsCookie('tessera_check', 'Path=/; SameSite=Lax');

/**
 * Whether the browser accepts cookies like that of a session from this address: over https, and in most browsers on localhost.
 * Without it a session would end with its first access token.
 */
export const acceptsSecureCookies = (): boolean =>
  keepsCookie('__Host-tessera_check', 'Path=/; Secure; SameSite=Strict');

/** Whether the browser keeps a session here. One setting blocks cookies and storage; `localStorage` then throws. */
export function keepsSessions(): boolean {
  try {
    return acceptsCookies() && acceptsSecureCookies() && typeof window.localStorage === 'object';
  } catch {
    return false;
  }
}
