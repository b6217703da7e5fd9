import type { Tokens } from '../../platform/auth/tokens';
import type { Client } from './client';

/**
 * The end of a cookie's name, by the purpose of the cookie: each installation has another, since browsers send cookies to all
 * ports of a host.
 */
export const cookieSuffix = (tokens: Tokens, purpose: string): string =>
  tokens
    .keyed(purpose, '')
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 8);

/** The value of a cookie that the client sent; null without, or for an empty one. */
export function readCookie({ cookies }: Pick<Client, 'cookies'>, name: string): string | null {
  const cookie = cookies?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) || null;
}
