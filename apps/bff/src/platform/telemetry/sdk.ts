import { Logger } from '@nestjs/common';
import {
  context,
  diag,
  type DiagLogger,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings';
import { type RelayedSpan, setSpanRelay, setTracer, type SpanRelay, type StartedTracing } from './tracing';

/** A failing collector fails each batch, which is one a second; its failures are logged once per interval. */
const INTERVAL_MS = 60_000;

/** Logs that spans were lost, which the SDK does only where a logger is set. Returns what ends that. */
function logExportFailures(): () => void {
  const logger = new Logger('tracing');
  let loggedAt = -Infinity;
  const error = (report: string) => {
    const now = performance.now();
    if (now - loggedAt < INTERVAL_MS) return;
    loggedAt = now;
    // Not in the trace of the request that happened to start the timer of the batch.
    context.with(ROOT_CONTEXT, () =>
      logger.warn(`Spans were lost, the collector did not take them: ${reasonOf(report)}`),
    );
  };
  const ignore = () => undefined;
  const lines: DiagLogger = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(lines, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  return () => diag.disable();
}

/** The SDK reports an error as JSON with its stack. */
function reasonOf(report: string): string {
  try {
    const { code = '', message = '' } = JSON.parse(report) as { code?: string; message?: string };
    return message.includes(code) ? message : `${code} ${message}`.trim();
  } catch {
    return report;
  }
}

/** Starts OpenTelemetry's SDK. Only `startTracing` imports this file, and only where an endpoint is set. */
export function startSdk({ endpoint, sampleRatio, serviceName }: TracingSettings): StartedTracing {
  // The exporter itself reads OTEL_EXPORTER_OTLP_HEADERS and further standard settings.
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
    scheduledDelayMillis: 1000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // The program that begins a trace decides whether it is recorded; all others follow.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [processor],
  });
  const stopLogging = logExportFailures();
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  setTracer(provider.getTracer('tessera'));
  setSpanRelay(relayTo(processor));
  return {
    stop: async () => {
      setTracer(null);
      setSpanRelay(null);
      await provider.shutdown().catch(() => undefined);
      stopLogging();
      context.disable();
      trace.disable();
    },
  };
}

/** Hands the spans of pages to the exporter, as those of a service of its own. */
function relayTo(processor: SpanProcessor): SpanRelay {
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
