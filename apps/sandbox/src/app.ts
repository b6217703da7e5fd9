import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { eventRoutes } from './api/events.ts';
import { rehearsalAttempt } from './api/input.ts';
import { orderRoutes } from './api/orders.ts';
import { scenarioRoutes } from './api/scenario.ts';
import { sessionRoutes } from './api/sessions.ts';
import { BoxOffice } from './box-office.ts';
import { openDatabase } from './database.ts';
import { log } from './log.ts';
import { errorPage } from './pages/layout.ts';
import { pageRoutes } from './pages/routes.ts';
import { SandboxError } from './sandbox-error.ts';

export interface AppOptions {
  /** Null keeps all data in memory. */
  dataDir: string | null;
  seed: number;
  publicUrl?: string | null;
  /** Returns epoch milliseconds; `Date.now` by default. */
  clock?: () => number;
}

const isApi = (request: FastifyRequest): boolean => request.url.startsWith('/api/');
const isExempt = (request: FastifyRequest): boolean => /^\/(api\/)?scenario\b|^\/healthz/.test(request.url);

/** Prevents cross-site request forgery: a write must come from a page of this site. */
function refuseForeignOrigin(request: FastifyRequest): void {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || origin === undefined) return;
  if (URL.parse(origin)?.host !== host) {
    throw new SandboxError('CONFLICT', 'This request comes from another site', { status: 403 });
  }
}

function toSandboxError(error: unknown): SandboxError {
  if (error instanceof SandboxError) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const message = error instanceof Error ? error.message : 'Bad request';
  if (status >= 500) return new SandboxError('FAULT', 'Internal server error');
  return new SandboxError('INVALID', message, { status });
}

/** Builds the site: pages and API on one box office. Closing the app closes its database. */
export function buildApp(options: AppOptions): FastifyInstance {
  const clock = options.clock ?? Date.now;
  const db = openDatabase(options.dataDir, clock());
  const boxOffice = new BoxOffice(db, options.seed, clock);
  const app = Fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', async (request) => {
    refuseForeignOrigin(request);
    // A rehearsal has a scenario of its own.
    if (rehearsalAttempt(request) !== null) return;
    if (!isExempt(request)) boxOffice.scenario.countRequest();
    if (!isApi(request) || isExempt(request)) return;
    await sleep(boxOffice.scenario.drawDelayMs(request.headers.authorization ?? request.ip));
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    return payload;
  });
  app.addHook('onClose', (_app, done) => {
    db.close();
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const failure = toSandboxError(error);
    if (failure.code === 'FAULT')
      log.error({ err: error, component: 'http', request_id: request.id }, 'request failed');
    if (failure.retryAfterSeconds !== null) reply.header('retry-after', String(failure.retryAfterSeconds));
    reply.status(failure.status);
    if (!isApi(request)) return reply.type('text/html; charset=utf-8').send(errorPage(failure));
    const { code, message, field, retryAfterSeconds } = failure;
    return reply.send({ code, message, field, retry_after_s: retryAfterSeconds });
  });
  app.setNotFoundHandler(() => {
    throw new SandboxError('NOT_FOUND', 'Page not found');
  });
  app.get('/healthz', () => ({ status: 'ok' }));

  const origin = (request: FastifyRequest): string =>
    options.publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  sessionRoutes(app, boxOffice);
  eventRoutes(app, boxOffice);
  orderRoutes(app, boxOffice, origin);
  scenarioRoutes(app, boxOffice);
  pageRoutes(app, boxOffice);
  return app;
}
