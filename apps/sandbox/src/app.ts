import Fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventRoutes } from './api/events.ts';
import { orderRoutes } from './api/orders.ts';
import { scenarioRoutes } from './api/scenario.ts';
import { sessionRoutes } from './api/sessions.ts';
import { BoxOffice } from './box-office.ts';
import { openDatabase } from './database.ts';
import { errorPage } from './pages/error-page.ts';
import { pageRoutes } from './pages/routes.ts';
import { Problem } from './problem.ts';

export interface AppOptions {
  /** Null keeps everything in memory. */
  dataDir: string | null;
  seed: number;
  publicUrl?: string | null;
  /** Epoch milliseconds; a test may bring its own. */
  clock?: () => number;
}

const isApi = (request: FastifyRequest): boolean => request.url.startsWith('/api/');
const isExempt = (request: FastifyRequest): boolean => /^\/(api\/)?scenario\b|^\/healthz/.test(request.url);

/** A page on another site can't make a signed-in person's browser write here. */
function refuseForeignOrigin(request: FastifyRequest): void {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || origin === undefined) return;
  if (URL.parse(origin)?.host !== host) {
    throw new Problem('CONFLICT', 'This request comes from another site', { status: 403 });
  }
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const message = error instanceof Error ? error.message : 'Bad request';
  if (status >= 500) return new Problem('FAULT', 'Something went wrong at the box office');
  return new Problem('INVALID', message, { status });
}

/** The whole site: pages and API over one box office. Close it to close its database. */
export function buildApp(options: AppOptions): FastifyInstance {
  const clock = options.clock ?? Date.now;
  const db = openDatabase(options.dataDir, clock());
  const office = new BoxOffice(db, options.seed, clock);
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
    if (!isExempt(request)) office.scenario.countAndRefuseIfGone();
    if (!isApi(request) || isExempt(request)) return;
    await sleep(office.scenario.slowness(request.headers.authorization ?? request.ip));
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    return payload;
  });
  app.addHook('onClose', async () => db.close());
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.code === 'FAULT')
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    if (problem.retryAfterSeconds !== null) reply.header('retry-after', String(problem.retryAfterSeconds));
    reply.status(problem.status);
    if (!isApi(request)) return reply.type('text/html; charset=utf-8').send(errorPage(problem));
    const { code, message, field, retryAfterSeconds } = problem;
    return reply.send({ code, message, field, retry_after_s: retryAfterSeconds });
  });
  app.setNotFoundHandler(() => {
    throw new Problem('NOT_FOUND', 'There is nothing at this address');
  });
  app.get('/healthz', async () => ({ status: 'ok' }));

  const origin = (request: FastifyRequest): string =>
    options.publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  sessionRoutes(app, office);
  eventRoutes(app, office);
  orderRoutes(app, office, origin);
  scenarioRoutes(app, office);
  pageRoutes(app, office);
  return app;
}
