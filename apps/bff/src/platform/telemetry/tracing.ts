import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';

/** W3C Trace Context, version 00: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a `traceparent` of another process; undefined when it isn't one. */
function parseTraceparent(value: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof value === 'string' && TRACEPARENT.exec(value)) || [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** Writes the `traceparent` that makes another process's spans children of this one. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;

/** Running tracing. `stop` sends what is buffered. */
export type StartedTracing = { stop: () => Promise<void> };

/** Set by `startTracing`. While it is null, no function here does more than compare. */
let tracer: Tracer | null = null;

/** Turns spans on or, with null, off. */
export const setTracer = (next: Tracer | null): void => void (tracer = next);

/** A request that a page sent, as its browser measured it; times in ms since 1970. `status` 0: without a response, null: cancelled. */
export type RelayedSpan = {
  traceId: string;
  spanId: string;
  method: string;
  route: string;
  status: number | null;
  startedAt: number;
  endedAt: number;
};

/** Exports the span of a page. */
export type SpanRelay = (span: RelayedSpan) => void;

let spanRelay: SpanRelay | null = null;

/** Sets what exports the spans of pages; null while tracing is off. */
export const setSpanRelay = (next: SpanRelay | null): void => void (spanRelay = next);

/** What exports the spans of pages; null while tracing is off. */
export const getSpanRelay = (): SpanRelay | null => spanRelay;

/** The tracer; null while tracing is off. */
export const getTracer = (): Tracer | null => tracer;

/** Runs `work` as a span of the current trace; outside of a trace, or while tracing is off, just runs it. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracer || !trace.getActiveSpan()) return work();
  return tracer.startActiveSpan(name, options, (span) => endAfter(span, work));
}

/** As `inSpan`, in the trace of a `traceparent` that another process left, such as with a queued job. */
export function inTraceOf<T>(
  traceparent: string | undefined,
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const parent = remoteContext(traceparent);
  if (!tracer || !parent) return work();
  return tracer.startActiveSpan(name, options, parent, (span) => endAfter(span, work));
}

/** The context of a `traceparent`; undefined without a valid one. */
export function remoteContext(traceparent: unknown): Context | undefined {
  const parent = parseTraceparent(traceparent);
  return parent && trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** The `traceparent` of the current span; undefined outside of a trace. */
export function currentTraceparent(): string | undefined {
  const span = tracer ? trace.getSpan(context.active()) : undefined;
  return span && formatTraceparent(span.spanContext());
}

/** The field of log lines that names the current trace. */
export function traceIdField(): { trace_id?: string } {
  const span = trace.getActiveSpan();
  return span ? { trace_id: span.spanContext().traceId } : {};
}

/** Marks a span as failed. The message may quote a row's values, so only the kind of error is recorded. */
function recordFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    recordFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}
