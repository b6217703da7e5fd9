import { SpanKind } from '@opentelemetry/api';
import { formatTraceparent } from '../platform/telemetry/traceparent';
import { getTracer, remoteContext } from '../platform/telemetry/tracing';
import type { LeaseDto } from './protocol.dto';

/**
 * Adds the leasing of a task to the trace of what queued it; the worker's spans become children of it. A server that doesn't
 * trace hands on what it found. `startedAt`: when the task was taken, in ms since 1970.
 */
export function traceLease(lease: LeaseDto, startedAt: number): LeaseDto {
  const tracer = getTracer();
  const parent = remoteContext(lease.traceparent);
  if (!tracer || !parent) return lease;
  const attributes = { 'messaging.system': 'postgresql', 'tessera.task_id': lease.task.id };
  const span = tracer.startSpan(
    'lease task',
    { kind: SpanKind.CONSUMER, startTime: startedAt, attributes },
    parent,
  );
  span.end();
  return { ...lease, traceparent: formatTraceparent(span.spanContext()) };
}
