import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

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
