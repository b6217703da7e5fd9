/**
 * The content security policy of a console, with what a module on this computer needs, so that a module that a console would
 * refuse to run is noticed during development.
 *
 * @param nonce of the response
 * @param origin of the module's development server
 */
export function contentSecurityPolicy(nonce: string, origin: string): string {
  const from = (...sources: string[]) => [`'self'`, ...sources, origin].join(' ');
  return [
    `default-src 'none'`,
    `script-src ${from(`'nonce-${nonce}'`)}`,
    `style-src ${from(`'nonce-${nonce}'`)}`,
    `connect-src ${from(origin.replace(/^http/, 'ws'))}`,
    `img-src ${from('data:')}`,
    `font-src ${from()}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ');
}
