import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { evaluateFile } from '../build/evaluate.ts';
import { type Answer, type ApiRequest, builtInAnswers, type Handler, type Role } from './built-in-answers.ts';
import { MockFiles } from './mock-files.ts';
import { readBody } from './request-body.ts';

const HEARTBEAT_MS = 10_000;

/**
 * The API for `dev --mock`: answers from the module's own `mocks/handlers.ts` first, then from the files of `mocks`, then from
 * what is built in.
 */
export class MockApi {
  private readonly files: MockFiles;
  private readonly builtIn: Record<string, Handler>;
  private readonly handlerFiles: string[];
  private readonly warn: (line: string) => void;
  private readonly missing = new Set<string>();

  constructor(folder: string, role: Role, warn: (line: string) => void) {
    this.files = new MockFiles(folder);
    this.builtIn = builtInAnswers(role);
    this.handlerFiles = ['handlers.ts', 'handlers.mjs'].map((file) => path.join(folder, file));
    this.warn = warn;
  }

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const pathname = url.pathname.replace(/^\/api/, '');
    if (pathname === '/stream') {
      openStream(response);
      return;
    }
    const text = await readBody(request);
    const answer = await this.answer({
      method: request.method ?? 'GET',
      path: pathname,
      query: url.searchParams,
      body: text ? (JSON.parse(text) as unknown) : undefined,
    });
    const { status = 200, body, headers } = answer;
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...headers,
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  private async answer(request: ApiRequest): Promise<Answer> {
    return (
      (await answerByRoute(this.loadHandlers(), request)) ??
      this.files.answer(request) ??
      (await answerByRoute(this.builtIn, request)) ??
      this.refuse(request)
    );
  }

  /** The module's own handlers, as they are saved now. */
  private loadHandlers(): Record<string, Handler> {
    const file = this.handlerFiles.find((one) => existsSync(one));
    if (file === undefined) return {};
    return (evaluateFile(file, createRequire(file)) as { default: Record<string, Handler> }).default;
  }

  private refuse({ method, path: pathname }: ApiRequest): Answer {
    const route = `${method} ${pathname}`;
    const hint = /\/\d/.test(pathname) || method !== 'GET' ? 'mocks/handlers.ts' : `mocks${pathname}.json`;
    if (!this.missing.has(route)) this.warn(`No mock answers ${route}: add it to ${hint}`);
    this.missing.add(route);
    const message = `No mock answers ${route}`;
    return { status: 404, body: { error: message, message, code: 'NOT_FOUND', request_id: 'mock' } };
  }
}

/** Answers by the first route that fits, e.g. `PATCH /events/:id`. */
async function answerByRoute(handlers: Record<string, Handler>, request: ApiRequest): Promise<Answer | null> {
  for (const [route, handle] of Object.entries(handlers)) {
    const [method, pattern = ''] = route.split(' ');
    const params = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(request.path);
    if (method === request.method && params) return handle(request, { ...params.groups });
  }
  return null;
}

/** A live stream on which nothing changes. */
function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write('event: ready\nid: 1\ndata: {}\n\n');
  const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), HEARTBEAT_MS);
  response.on('close', () => clearInterval(heartbeat));
}
