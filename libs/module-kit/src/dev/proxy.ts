import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';

/** Passes a request on to another server and its answer back, as it arrives. */
export function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  onUnreachable: (error: Error) => void,
): void {
  const { request: send } = target.protocol === 'https:' ? https : http;
  const outgoing = send(
    new URL(request.url ?? '/', target),
    { method: request.method, headers: { ...request.headers, host: target.host, origin: target.origin } },
    (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    },
  );
  outgoing.on('error', (error) => {
    onUnreachable(error);
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'Content-Type': 'application/json' }).end(refusalOf(target));
  });
  response.on('close', () => outgoing.destroy());
  request.pipe(outgoing);
}

const refusalOf = (target: URL): string => {
  const message = `${target.origin} can't be reached`;
  return JSON.stringify({ error: message, message, code: 'UNAVAILABLE', request_id: 'dev' });
};
