import { type SpanContext, TraceFlags } from '@opentelemetry/api';

/** W3C Trace Context, version 00: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a `traceparent` of another process; undefined when it isn't one. */
export function parseTraceparent(value: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof value === 'string' && TRACEPARENT.exec(value)) || [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** Writes the `traceparent` that makes another process's spans children of this one. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
