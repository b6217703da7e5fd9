import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceLocally, type Announcement, emptyAnnouncement } from './announcement.ts';
import type { Role } from './built-in-answers.ts';
import { MockApi } from './mock-api.ts';
import { passOn } from './proxy.ts';
import { ShellFiles } from './shell-files.ts';
import { reportViolation, violationsPath } from './violations.ts';

/** What a console for development is made of. */
export interface ConsoleOptions {
  /** The module's folder. */
  dir: string;
  /** The folder of the built shell. */
  shell: string;
  /** The origin of the module's development server. */
  moduleOrigin: string;
  warn: (line: string) => void;
}

/** Signs in without a form: the page reads who it is from the API. */
const signIn = `try{localStorage.getItem('token')||localStorage.setItem('token','mock')}catch(error){}`;

/** A console whose API is the module's mock data. */
export function mockConsole(
  { dir, shell, moduleOrigin, warn }: ConsoleOptions,
  mocks: string,
  role: Role,
): RequestListener {
  const files = new ShellFiles(shell, { moduleOrigin, script: signIn });
  const api = new MockApi(mocks, role, warn);
  return handled(warn, async (request, response, pathname) => {
    if (pathname === '/api/modules')
      sendJson(response, announceLocally(emptyAnnouncement(), dir, moduleOrigin));
    else if (isOverride(pathname)) refuseOverride(response);
    else if (pathname.startsWith('/api/')) await api.send(request, response);
    else await files.send(pathname, response);
  });
}

/** A console in front of another server's API and modules. */
export function serverConsole(
  { dir, shell, moduleOrigin, warn }: ConsoleOptions,
  server: URL,
): RequestListener {
  const files = new ShellFiles(shell, { moduleOrigin });
  return handled(warn, async (request, response, pathname) => {
    if (pathname === '/api/modules') {
      const answer = await fetchAnnouncement(request, server);
      const body: unknown = await answer.json();
      const announcement = answer.ok ? announceLocally(body as Announcement, dir, moduleOrigin) : body;
      sendJson(response, announcement, answer.status);
    } else if (isOverride(pathname)) refuseOverride(response);
    else if (/^\/(?:api|modules\/[^/]+\/[^/]+)\//.test(pathname))
      passOn(request, response, server, ({ message }) =>
        warn(`${server.origin} can't be reached: ${message}`),
      );
    else await files.send(pathname, response);
  });
}

function fetchAnnouncement(request: IncomingMessage, server: URL): Promise<Response> {
  const { authorization, cookie } = request.headers;
  return fetch(new URL(request.url ?? '/', server), {
    headers: { ...(authorization && { authorization }), ...(cookie && { cookie }) },
  });
}

const isOverride = (pathname: string): boolean => pathname.startsWith('/api/modules/overrides/');

/** What this console loads from this computer is what it was started for. */
function refuseOverride(response: ServerResponse): void {
  const message = 'This console always loads the module from this computer: end dev to stop that';
  sendJson(response, { error: message, message, code: 'CONFLICT', request_id: 'dev' }, 409);
}

type Handle = (request: IncomingMessage, response: ServerResponse, pathname: string) => Promise<void>;

/** Answers 500 and reports the error when a request can't be handled, so that the server stays up. */
const handled =
  (warn: (line: string) => void, handle: Handle): RequestListener =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer =
      pathname === violationsPath && request.method === 'POST'
        ? reportViolation(request, response, warn)
        : handle(request, response, pathname);
    answer.catch((error: unknown) => {
      const { message } = error as Error;
      warn(`${request.method} ${pathname}: ${message}`);
      if (response.headersSent) response.destroy();
      else sendJson(response, { error: message, message, code: 'INTERNAL', request_id: 'dev' }, 500);
    });
  };

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** A server that listens. */
export interface Listening {
  port: number;
  close: () => Promise<void>;
}

/** Listens on this computer only; port 0 stands for any free one. */
export async function listen(listener: RequestListener, port: number): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
