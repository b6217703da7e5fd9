import { isIP } from 'node:net';
import type { Readers } from './readers';

/** Why no passkeys are offered; pages have a text for each. */
export const passkeyObstacles = ['NO_ADDRESS', 'NOT_SECURE', 'NOT_A_DOMAIN', 'OTHER_DOMAIN'] as const;
export type PasskeyObstacle = (typeof passkeyObstacles)[number];

/**
 * The domain that passkeys are valid for, which their holders keep for good, and the address of the pages that may use them;
 * `origin` null: `localhost` with any port, for development.
 */
export type PasskeySettings =
  { domain: string; origin: string | null } | { domain: null; obstacle: PasskeyObstacle };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const none = (obstacle: PasskeyObstacle): PasskeySettings => ({ domain: null, obstacle });

/** Reads `PASSKEY_DOMAIN`, which follows from `PUBLIC_URL` unless it is set. */
export function readPasskeys(read: Readers, { production }: { production: boolean }): PasskeySettings {
  const chosen = read.text('PASSKEY_DOMAIN');
  const domain = chosen && (URL.parse(`https://${chosen}`)?.hostname ?? '');
  if (chosen && (!domain || domain !== chosen.toLowerCase()))
    read.fail('PASSKEY_DOMAIN must be the name of a domain alone, such as example.com');
  const address = URL.parse(read.url('PUBLIC_URL') ?? '');
  if (address ? LOOPBACK.test(address.hostname) : !production && !domain)
    return { domain: 'localhost', origin: null };
  if (!address) return none('NO_ADDRESS');
  const { hostname, origin, protocol } = address;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return none('NOT_A_DOMAIN');
  if (protocol !== 'https:') return none('NOT_SECURE');
  return isOwnDomain(domain ?? hostname, hostname)
    ? { domain: domain ?? hostname, origin }
    : none('OTHER_DOMAIN');
}

/** Whether a domain is a host's own, or one above it that somebody can own: browsers accept no other. */
const isOwnDomain = (domain: string, host: string): boolean =>
  domain === host || (host.endsWith(`.${domain}`) && domain.includes('.'));
