import { ownedRows } from '../../owned-rows';
import { Sealing } from '../../platform/sealing/sealing';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

/** Fewer different characters than this make no secret of 32. */
const FEWEST_CHARACTERS = 10;

/** Settings that are valid and still wrong for an installation that people rely on. */
export function checkSettings({ config }: Pick<Examination, 'config'>): Finding[] {
  const findings: Finding[] = [];
  const token = config.tokenKey.export().toString();
  if (new Set(token).size < FEWEST_CHARACTERS)
    findings.push(
      failure(
        'TOKEN_SECRET is easy to guess',
        'Anyone who guesses it signs in as anybody. Set a random one (openssl rand -base64 48); everybody then signs in again.',
      ),
    );
  if (config.trustProxy.some((network) => /\/0$/.test(network)))
    findings.push(
      failure(
        'TRUST_PROXY trusts every address',
        "Anyone can claim any address and so get around limits. Set it to the proxy's own address.",
      ),
    );
  if (config.trustProxy.length > 0 && config.metricsToken === null)
    findings.push(
      warning(
        '/metrics is closed: there is a proxy and no METRICS_TOKEN',
        'Set METRICS_TOKEN and give it to Prometheus (docs/operate/monitoring.md).',
      ),
    );
  if (config.vapid === null)
    findings.push(
      warning('Push messages are off', 'Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY to send them to devices.'),
    );
  if (config.webDir === null)
    findings.push(
      warning(
        'This server sends no pages: WEB_DIR is not set',
        'Set WEB_DIR to the folder of the built shell (apps/shell/dist), unless it is meant to have the API alone.',
      ),
    );
  return findings.length > 0 ? findings : [ok('The settings are valid')];
}

/** Whether the server has the key of every secret in the database. */
export async function checkKeys({ config, client }: Examination): Promise<Finding[]> {
  const known = new Sealing(config).keyIds;
  const used = await readAsAll<{ key: string; count: number }>(
    client,
    ownedRows.sealed
      .map(({ table }) => `SELECT secrets ->> 'key' AS key FROM ${table} WHERE secrets ? 'data_key'`)
      .join(' UNION ALL '),
    (sql) => `SELECT key, count(*)::int AS count FROM (${sql}) AS used GROUP BY key ORDER BY key`,
  );
  const missing = used.filter(({ key }) => !known.includes(key));
  if (missing.length > 0)
    return missing.map(({ key, count }) =>
      failure(
        `${count} secrets are sealed by the key ${key}, which SEALING_KEYS does not have`,
        'Add that key behind the first one: it is in the settings of older servers, or in a backup. Without it these secrets are lost.',
      ),
    );
  const others = used.filter(({ key }) => key !== known[0]);
  if (others.length > 0)
    return [
      warning(
        `${others.reduce((sum, { count }) => sum + count, 0)} secrets use another key than the first of SEALING_KEYS`,
        'Run tessera seal-rotate before you remove the others.',
      ),
    ];
  return [ok('Every secret is sealed by the first key')];
}
