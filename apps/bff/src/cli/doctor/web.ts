import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 14;

/** The console as people reach it: certificate, proxy, and whether a server is ready behind it. */
export async function checkWeb(
  { url }: Pick<Examination, 'url'>,
  timeoutMs = TIMEOUT_MS,
): Promise<Finding[]> {
  if (url === undefined) return [];
  const address = new URL(url);
  const findings =
    address.protocol === 'https:'
      ? [await checkCertificate(address)]
      : [
          failure(
            `${address.origin} has no TLS`,
            'Passwords and sessions can be read on the way, and browsers send no push messages. Put TLS in front (docs/operate/install.md).',
          ),
        ];
  return [...findings, ...(await checkResponse(address, timeoutMs))];
}

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    // An address is no server name.
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  // Of a connection that is given up.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return judgeCertificate(
      host,
      socket.getPeerCertificate(),
      socket.authorized ? null : String(socket.authorizationError),
    );
  } catch (error) {
    return failure(
      `There is no TLS connection to ${host}: ${(error as Error).message}`,
      'Is the proxy running, and its port open?',
    );
  } finally {
    socket.destroy();
  }
}

/** `rejection`: why a browser would not trust it. */
export function judgeCertificate(
  host: string,
  { valid_to: until }: Pick<PeerCertificate, 'valid_to'>,
  rejection: string | null,
  now = Date.now(),
): Finding {
  const days = Math.floor((Date.parse(until) - now) / DAY_MS);
  if (days < 0)
    return failure(
      `The certificate of ${host} expired on ${until}`,
      'Renew it, and see why that did not happen by itself.',
    );
  if (rejection !== null)
    return failure(
      `Browsers do not trust the certificate of ${host}: ${rejection}`,
      'Install one of an authority that browsers know, with the whole chain, for this name.',
    );
  if (days < EXPIRES_SOON_DAYS)
    return warning(`The certificate of ${host} expires in ${days} days`, 'Renew it now.');
  return ok(`The certificate of ${host} is good for ${days} days`);
}

async function checkResponse(address: URL, timeoutMs: number): Promise<Finding[]> {
  const secure = address.protocol === 'https:';
  const request = (secure ? requestHttps : requestHttp)(new URL('/api/modules', address), {
    timeout: timeoutMs,
    // The certificate is judged above.
    ...(secure && { rejectUnauthorized: false }),
  });
  // Of a request that is given up.
  request.on('error', () => undefined);
  try {
    request.end();
    const [response] = (await once(request, 'response', { signal: AbortSignal.timeout(timeoutMs) })) as [
      import('node:http').IncomingMessage,
    ];
    response.resume();
    const { statusCode = 0, headers } = response;
    if (statusCode >= 500)
      return [
        failure(
          `${address.origin} answers ${statusCode}`,
          'The proxy reaches no server that is ready: ask /readyz of each server what it lacks. If all are ready, its addresses of the servers are wrong: its error log names the ones it tries.',
        ),
      ];
    if (headers['x-request-id'] === undefined)
      return [
        failure(
          `${address.origin} is not answered by Tessera`,
          'Let the proxy pass /api/ on to the servers.',
        ),
      ];
    if (secure && headers['strict-transport-security'] === undefined)
      return [
        failure(
          'The servers do not know that people use https',
          'The proxy must set X-Forwarded-Proto, and TRUST_PROXY must have its address: otherwise everybody shares its address and its limits.',
        ),
      ];
    return [ok(`${address.origin} is answered by a server`)];
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'AbortError')
      return [
        failure(
          `${address.origin} takes a connection and does not answer within ${timeoutMs / 1000} s`,
          "A server hangs, and the proxy gives it requests still: restart the one whose /healthz doesn't answer.",
        ),
      ];
    return [
      failure(`${address.origin} does not answer: ${message}`, 'Is the proxy running, and its port open?'),
    ];
  } finally {
    request.destroy();
  }
}
