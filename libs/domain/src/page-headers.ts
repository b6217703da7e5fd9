/** Where browsers send what the policy rejected. */
const REPORTS_PATH = '/api/csp-reports';
const REPORTS_GROUP = 'csp';

/** One response of the shell's page. */
type Page = {
  nonce: string;
  /** From where this developer's browser may load modules as well. */
  localOrigins: readonly string[];
  /** Whether the request came over https. */
  isSecure: boolean;
};

/** The policies that may make the address of a script: the shell's own, and that of the chunk loader of each build. */
const trustedTypesPolicies = ['tessera-shell', 'tessera-chunks'];

/**
 * The shell's content security policy: scripts and styles from our own origin or with the response's nonce, nothing inline,
 * nothing framed.
 */
function contentSecurityPolicy({ nonce, localOrigins, isSecure }: Page): string {
  const from = (...sources: string[]) => [...sources, ...localOrigins].join(' ');
  // The development server of such a module sends the page what changes.
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
    `require-trusted-types-for 'script'`,
    `trusted-types ${trustedTypesPolicies.join(' ')} 'allow-duplicates'`,
    `report-uri ${REPORTS_PATH}`,
    // Browsers that know `report-to` ignore `report-uri`, and Chrome's Reporting API works over https alone.
    ...(isSecure ? [`report-to ${REPORTS_GROUP}`] : []),
  ].join('; ');
}

/**
 * The headers of the shell's page. Its policy is in no other place: a proxy in front passes pages on, and modules are developed under
 * the same.
 */
export const pageHeaders = (page: Page): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy(page),
  ...(page.isSecure && { 'Reporting-Endpoints': `${REPORTS_GROUP}="${REPORTS_PATH}"` }),
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
});
