/**
 * The shell's content security policy: scripts and styles from our own origin, the remotes' origins, or with the
 * response's nonce; nothing inline, nothing framed.
 */
export function contentSecurityPolicy(nonce: string, moduleOrigins: readonly string[]): string {
  const from = (...sources: string[]) => [...sources, ...moduleOrigins].join(' ');
  return [
    `default-src 'none'`,
    `script-src ${from(`'self'`, `'nonce-${nonce}'`)}`,
    `style-src ${from(`'self'`, `'nonce-${nonce}'`)}`,
    `connect-src ${from(`'self'`)}`,
    `img-src ${from(`'self'`, 'data:')}`,
    `font-src ${from(`'self'`)}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ');
}
