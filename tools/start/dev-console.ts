import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import path from 'node:path';
import { announceLocally, type Announcement } from '../../libs/module-kit/src/dev/announcement.ts';
import { passOn } from '../../libs/module-kit/src/dev/proxy.ts';
import { root } from './settings.mjs';

/** What the address that a developer opens is made of. */
export interface DevConsole {
  /** The server's address. */
  server: URL;
  /** The address of the shell's development server; null: the server's own shell. */
  shell: URL | null;
  /** The origins of the development servers of modules, by module. */
  modules: ReadonlyMap<string, string>;
}

/** Kinds of content that a module brings with it. */
const moduleContent = ['script-src', 'style-src', 'connect-src', 'img-src', 'font-src'];

/**
 * Serves the console for development: the server's responses, but for the modules under development, which are announced as
 * modules of this computer. Only this address differs from the product's; the server itself announces releases alone.
 */
export function consoleListener(options: DevConsole, warn: (line: string) => void): RequestListener {
  const { server, shell, modules } = options;
  const onUnreachable = ({ message }: Error) => warn(`The server can't be reached: ${message}`);
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', server);
    const isServers = /^\/(?:api|modules\/[^/]+\/[^/]+)\//.test(pathname);
    const send = (answer: Promise<void>) =>
      answer.catch((error: unknown) => {
        onUnreachable(error as Error);
        response.writeHead(502).end();
      });
    if (pathname === '/api/modules') void send(sendAnnouncement(request, response, options));
    else if (!isServers && !shell && isPage(request))
      void send(sendPage(request, response, server, [...modules.values()]));
    else passOn(request, response, isServers || !shell ? server : shell, onUnreachable);
  };
}

/** Listens at a port of this computer. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
}

/** A navigation, which the server serves with the console's page. */
const isPage = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

async function sendAnnouncement(
  request: IncomingMessage,
  response: ServerResponse,
  { server, modules }: DevConsole,
): Promise<void> {
  const answer = await fetchAs(request, server);
  if (!answer.ok) {
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
    return;
  }
  let announcement = (await answer.json()) as Announcement;
  for (const [name, origin] of modules)
    announcement = announceLocally(announcement, path.join(root, 'apps', name), origin);
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(announcement));
}

async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  server: URL,
  origins: readonly string[],
): Promise<void> {
  const answer = await fetchAs(request, server);
  const headers = Object.fromEntries(answer.headers);
  const policy = headers['content-security-policy'];
  if (policy) headers['content-security-policy'] = allowOrigins(policy, origins);
  response.writeHead(answer.status, headers).end(await answer.text());
}

/** The policy, which also allows files and connections of the origins. */
export function allowOrigins(policy: string, origins: readonly string[]): string {
  return policy
    .split(/;\s*/)
    .map((directive) => {
      const [name = ''] = directive.split(' ', 1);
      if (!moduleContent.includes(name)) return directive;
      const sockets = name === 'connect-src' ? origins.map((origin) => origin.replace(/^http/, 'ws')) : [];
      return [directive, ...origins, ...sockets].join(' ');
    })
    .join('; ');
}

/** Sends the request on without what concerns the connection alone. */
function fetchAs({ headers, url }: IncomingMessage, server: URL): Promise<Response> {
  const { authorization, cookie, accept } = headers;
  const sent = { authorization, cookie, accept, 'accept-encoding': 'identity' };
  return fetch(new URL(url ?? '/', server), {
    headers: Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
    redirect: 'manual',
  });
}
