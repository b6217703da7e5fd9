/**
 * The shell's content security policy: scripts and styles from our own origin or with the response's nonce, nothing inline,
 * nothing framed. `localOrigins`: from where a developer's browser may load modules as well.
 */
export function contentSecurityPolicy(nonce: string, localOrigins: readonly string[]): string {
  const from = (...sources: string[]) => [...sources, ...localOrigins].join(' ');
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
