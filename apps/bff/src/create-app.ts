import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import { AppModule } from './app.module';
import { registerViewResponses } from './platform/access/views';
import { AccessAudit } from './platform/audit/access-audit';
import type { Config } from './platform/config/config';
import type { TracingSettings } from './platform/config/tracing-settings';
import { Drain } from './platform/health/drain';
import { Metrics } from './platform/health/metrics';
import { registerBodyParsers } from './platform/http/body-parsers';
import { limitConnections } from './platform/http/connection-limits';
import { endConnectionsAtClose } from './platform/http/connections-at-close';
import { registerCsvResponses } from './platform/http/csv.hook';
import { createDocument } from './platform/http/document';
import {
  ignoreExpectations,
  rejectInvalidHosts,
  rejectMalformedAddress,
  rejectMalformedRequest,
} from './platform/http/malformed-requests';
import { Live } from './platform/live/live';
import { createLogger, logRequest, NestLogger, requestId } from './platform/logging/logging';
import { BrowserSpans } from './platform/telemetry/browser-spans';
import { traceRequests } from './platform/telemetry/trace-requests';
import { type StartedTracing, traceIdField } from './platform/telemetry/tracing';
import { DocumentController } from './platform/web/document.controller';
import { WebFiles } from './platform/web/web-files';

/** Largest body; an import of logins fits. */
const BODY_BYTES = 2 * 1024 * 1024;

/** Time limit for the headers of a request. */
const HEADERS_MS = 15_000;
/** Time limit of a silent connection, longer than a worker's longest poll. */
const SILENT_MS = 120_000;

/** Time limits for requests to arrive; by default Fastify has none. */
const arrivalLimits = (requestTimeout: number) => ({
  requestTimeout,
  connectionTimeout: SILENT_MS,
  http: {
    headersTimeout: Math.min(HEADERS_MS, requestTimeout),
    connectionsCheckingInterval: Math.min(1000, requestTimeout / 2),
  },
});

/** Headers of every API response: not cached, not framed, not readable by other sites. */
const apiHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};
const HSTS = 'max-age=31536000; includeSubDomains';

/** The server with its routes, not yet listening. Waits for the database and migrates it; logs to stdout or `logTo`. */
export async function createApp(config: Config, logTo?: DestinationStream): Promise<NestFastifyApplication> {
  const tracing = await startTracing(config.tracing);
  const logger = createLogger(config.logLevel, logTo, 'server', tracing ? traceIdField : undefined);
  const httpLogger = logger.child({ component: 'http' });
  const adapter = new FastifyAdapter({
    loggerInstance: httpLogger,
    // Log lines contain the request's id, so no request needs a child logger, which would cost more than its lines.
    childLoggerFactory: () => httpLogger,
    genReqId: requestId,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    ...arrivalLimits(config.requestTimeoutMs),
    // A request on an open connection gets its response even while the server closes, and is the connection's last.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: rejectMalformedAddress,
    clientErrorHandler: rejectMalformedRequest,
  });
  const server = adapter.getInstance();
  server.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    void reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
    if (request.url.startsWith('/api/')) void reply.headers(apiHeaders);
    if (request.protocol === 'https') void reply.header('Strict-Transport-Security', HSTS);
    done();
  });
  rejectInvalidHosts(server);
  if (tracing) {
    traceRequests(server);
    server.addHook('onClose', tracing.stop);
  }
  ignoreExpectations(server.server);
  endConnectionsAtClose(server);
  limitConnections(server.server, { ...config.connections, proxies: config.trustProxy }, (error) =>
    httpLogger.warn({ err: error }, 'a connection could not be opened'),
  );
  registerViewResponses(server);
  registerCsvResponses(server);
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    logRequest(httpLogger, request, reply);
    done();
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    // Nest's parsers would accept forms, which no route takes.
    bodyParser: false,
  });
  registerBodyParsers(app, BODY_BYTES);
  app.setGlobalPrefix('api', { exclude: ['healthz', 'readyz', 'metrics'] });
  app.get(Drain).observe(server);
  app.get(Metrics).observe(server);
  app.get(AccessAudit).observe(server);
  if (tracing) app.get(BrowserSpans).observe(server);
  app.get(DocumentController).use(() => createDocument(app));
  await app.get(WebFiles).register(server);
  // Open streams would delay the shutdown, so they end first.
  server.addHook('preClose', (done: () => void) => {
    app.get(Live).endAll();
    done();
  });
  return app;
}

/** Loads and starts the SDK where an endpoint is set. Without one its packages aren't loaded at all. */
async function startTracing(settings: TracingSettings | null): Promise<StartedTracing | null> {
  if (!settings) return null;
  const { startSdk } = await import(/* webpackMode: "eager" */ './platform/telemetry/sdk');
  return startSdk(settings);
}
