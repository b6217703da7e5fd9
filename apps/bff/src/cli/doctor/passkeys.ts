import type { PasskeyObstacle } from '../../platform/config/passkey-settings';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

/** Whether passkeys can be used at the address that people open, and whether the domain is still that of those there are. */
export async function checkPasskeys({ config, client, url }: Examination): Promise<Finding[]> {
  const { passkeys } = config;
  if (passkeys.domain === null) return [notOffered[passkeys.obstacle]];
  const { domain, origin } = passkeys;
  const findings: Finding[] = [];
  const domains = await readAsAll<{ domain: string; count: number }>(
    client,
    'SELECT domain, count(*)::int AS count FROM passkeys GROUP BY domain ORDER BY domain',
  );
  for (const other of domains.filter((one) => one.domain !== domain))
    findings.push(
      failure(
        `Passkeys of ${other.domain} that do not work, since PASSKEY_DOMAIN is ${domain} now: ${other.count}`,
        'Set PASSKEY_DOMAIN back (docs/accounts.md), or have their holders sign in with a recovery code and add others.',
      ),
    );
  const opened = url === undefined ? null : new URL(url).origin;
  if (origin !== null && opened !== null && opened !== origin)
    findings.push(
      warning(
        `Passkeys do not work at ${opened}: PUBLIC_URL is ${origin}`,
        'Let people open the console at PUBLIC_URL, or correct it.',
      ),
    );
  return findings.length > 0
    ? findings
    : [
        ok(
          `Passkeys are valid for ${domain}, for good: with another PASSKEY_DOMAIN or PUBLIC_URL they stop working`,
        ),
      ];
}

const notOffered: Readonly<Record<PasskeyObstacle, Finding>> = {
  NO_ADDRESS: ok('Passkeys are not offered: PUBLIC_URL is not set'),
  NOT_SECURE: warning(
    'Passkeys are not offered: PUBLIC_URL has no TLS',
    'Browsers have passkeys at https addresses alone: put TLS in front (docs/operate/install.md).',
  ),
  NOT_A_DOMAIN: warning(
    'Passkeys are not offered: PUBLIC_URL has an IP address',
    'Give the console a name: passkeys are valid for a domain.',
  ),
  OTHER_DOMAIN: failure(
    'Passkeys are not offered: PASSKEY_DOMAIN is neither the host of PUBLIC_URL nor a domain above it',
    'Browsers refuse such a domain. Set it to the host of PUBLIC_URL or to the domain that you own above it.',
  ),
};
