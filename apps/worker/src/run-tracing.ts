import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Lease } from './protocol.ts';

export interface TracingConfig {
  endpoint: string;
  serviceName: string;
}

/** How a run ended, as its span has it. */
export type Outcome = 'done' | 'failed' | 'released' | 'lost';

export interface RunSpan {
  /** Makes the console's spans of this run's reports children of it. */
  traceparent: string;
  end(outcome: Outcome): void;
}

/** Exports a span for each run whose task belongs to a trace. `main.ts` loads this file only where a collector is configured. */
export class RunTracing {
  private readonly provider: TracerProvider;

  constructor({ endpoint, serviceName }: TracingConfig) {
    // The exporter itself reads OTEL_EXPORTER_OTLP_HEADERS and further standard settings.
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName }),
      // Traces begin elsewhere, where it is decided too whether they are recorded.
      sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
    });
  }

  /** Starts the span of a lease's run; undefined where the task belongs to no trace. */
  start({ traceparent, task, mode }: Lease): RunSpan | undefined {
    const parent = parseTraceparent(traceparent);
    if (!parent) return undefined;
    const span = this.provider
      .getTracer('tessera-worker')
      .startSpan(
        'run task',
        { kind: SpanKind.INTERNAL, attributes: { 'tessera.task_id': task.id, 'tessera.mode': mode } },
        trace.setSpanContext(ROOT_CONTEXT, parent),
      );
    return {
      traceparent: formatTraceparent(span.spanContext()),
      end: (outcome) => {
        span.setAttribute('tessera.outcome', outcome);
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  /** Sends what is buffered; never fails. */
  async stop(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
  }
}

/** W3C Trace Context, version 00: https://www.w3.org/TR/trace-context/#traceparent-header */
function parseTraceparent(value: string | null | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(value ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
