import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import type { RelayedSpan, SpanRelay } from './tracing';

/** Hands the spans of pages to the exporter, as those of a service of its own. */
export function relayTo(processor: SpanProcessor): SpanRelay {
  const resource = resourceFromAttributes({ 'service.name': 'tessera-shell' });
  const instrumentationScope = { name: 'tessera-shell' };
  return (span) =>
    processor.onEnd({
      ...fieldsOf(span),
      kind: SpanKind.CLIENT,
      links: [],
      events: [],
      ended: true,
      resource,
      instrumentationScope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    });
}

function fieldsOf({ traceId, spanId, method, route, status, startedAt, endedAt }: RelayedSpan) {
  const spanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
  const isFailed = status === 0 || (status ?? 0) >= 400;
  return {
    name: `${method} ${route}`,
    spanContext: () => spanContext,
    startTime: toHrTime(startedAt),
    endTime: toHrTime(endedAt),
    duration: toHrTime(endedAt - startedAt),
    status: { code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: {
      'http.request.method': method,
      'http.route': route,
      ...(status && { 'http.response.status_code': status }),
    },
  };
}

/** Milliseconds as OpenTelemetry's pair of seconds and nanoseconds. */
const toHrTime = (milliseconds: number): [number, number] => [
  Math.floor(milliseconds / 1000),
  Math.round((milliseconds % 1000) * 1e6),
];
