import { timingSafeEqual } from 'node:crypto';

/** What a cookie holds: whose overrides, and until when (epoch seconds) they are valid. */
export type Overrides = {
  userId: number;
  expiresAt: number;
  /** Origin of each overridden module, by its name. */
  origins: ReadonlyMap<string, string>;
};

/** Makes the signature of a text. */
type Sign = (text: string) => string;

const COOKIE = 'tessera_overrides';
/** How long an override lasts without being set again. */
const OVERRIDE_SECONDS = 12 * 3600;

/** The overrides in a request's cookies; null without a cookie that `sign` has signed and that is still valid. */
export function readOverrides(cookies: string | undefined, sign: Sign): Overrides | null {
  const cookie = cookies?.split(/; */).find((part) => part.startsWith(`${COOKIE}=`));
  const [payload = '', signature = ''] = cookie?.slice(COOKIE.length + 1).split('.') ?? [];
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(payload));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [userId, expiresAt, origins] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    number,
    [string, string][],
  ];
  return expiresAt > nowSeconds() ? { userId, expiresAt, origins: new Map(origins) } : null;
}

/** The `Set-Cookie` header for a user's overrides; without any it removes the cookie. */
export function overridesCookie(
  userId: number,
  origins: ReadonlyMap<string, string>,
  { sign, isSecure }: { sign: Sign; isSecure: boolean },
): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  if (origins.size === 0) return `${COOKIE}=; Max-Age=0; ${attributes}`;
  const content = [userId, nowSeconds() + OVERRIDE_SECONDS, [...origins]];
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${COOKIE}=${payload}.${sign(payload)}; Max-Age=${OVERRIDE_SECONDS}; ${attributes}`;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Names of this machine that a content security policy can name, which excludes IPv6. */
const localHosts = ['localhost', '127.0.0.1'];

/** The origin, if it is an http origin of this machine with nothing behind it; else null. */
export function localOriginOf(text: string): string | null {
  const url = URL.parse(text);
  const isOrigin = url !== null && (text === url.origin || text === `${url.origin}/`);
  return isOrigin && url.protocol === 'http:' && localHosts.includes(url.hostname) ? url.origin : null;
}
