import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signedInUserId } from '../auth/account';
import { getTracer, remoteContext } from './tracing';

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace of a request; undefined when it has none. */
export const traceIdOf = (request: FastifyRequest): string | undefined =>
  spans.get(request)?.spanContext().traceId;

/**
 * Streams and long polls would be spans as long as their wait; their work appears in the traces of the tasks. Heartbeats say nothing
 * about an action, and reports of spans would be spans about spans.
 */
const untraced = /^\/api\/(?:stream|browser-spans|worker\/v1\/(?:lease|leases\/[^/]+\/heartbeat))(?:$|[/?])/;

/** Gives each request of the API a span, below that of the caller's `traceparent`. Registered only while tracing is on. */
export function traceRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const span = startSpan(request);
    if (span) spans.set(request, span);
    done();
  });
  // Entered only after the body has arrived, whose events have the connection's context.
  server.addHook('preValidation', (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    endSpan(request, reply.statusCode);
    done();
  });
  server.addHook('onRequestAbort', (request: FastifyRequest, done: () => void) => {
    endSpan(request, null);
    done();
  });
}

function startSpan(request: FastifyRequest): Span | undefined {
  const { url, method, headers } = request;
  if (!url.startsWith('/api/') || untraced.test(url)) return undefined;
  const parent = remoteContext(headers.traceparent);
  // A worker's calls begin no trace.
  if (!parent && url.startsWith('/api/worker/')) return undefined;
  return getTracer()?.startSpan(
    method,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'tessera.request_id': request.id },
    },
    parent ?? ROOT_CONTEXT,
  );
}

function endSpan(request: FastifyRequest, status: number | null): void {
  const span = spans.get(request);
  if (!span?.isRecording()) return;
  // The route rather than the path, which has ids.
  const route = request.routeOptions.url ?? '/api/*';
  span.updateName(`${request.method} ${route}`);
  span.setAttribute('http.route', route);
  if (status !== null) span.setAttribute('http.response.status_code', status);
  const account = request.caller?.account;
  if (account) span.setAttribute('tessera.user_id', signedInUserId(account));
  if (account?.viewer) span.setAttribute('tessera.as_user_id', account.userId);
  if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
