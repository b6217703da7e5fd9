/** Where browsers send what the policy refused. */
const REPORTS_PATH = '/api/csp-reports';

/**
 * The shell's content security policy: scripts and styles from our own origin or with the response's nonce, nothing inline,
 * nothing framed. `localOrigins`: from where a developer's browser may load modules as well.
 */
function contentSecurityPolicy(nonce: string, localOrigins: readonly string[]): string {
  const from = (...sources: string[]) => [...sources, ...localOrigins].join(' ');
  // The development server of such a module tells the page about changes.
  const sockets = localOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  return [
    `default-src 'none'`,
    `script-src ${from(`'self'`, `'nonce-${nonce}'`)}`,
    `style-src ${from(`'self'`, `'nonce-${nonce}'`)}`,
    `connect-src ${from(`'self'`, ...sockets)}`,
    `img-src ${from(`'self'`, 'data:')}`,
    `font-src ${from(`'self'`)}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    // Browsers that know `report-to` ignore `report-uri`.
    `report-uri ${REPORTS_PATH}`,
    `report-to csp`,
  ].join('; ');
}

/** The headers of the shell's page. Its policy is in no other place: a proxy in front passes pages on. */
export const pageHeaders = (nonce: string, localOrigins: readonly string[]): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy(nonce, localOrigins),
  'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
});
