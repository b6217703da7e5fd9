import type { Readers } from './readers';

/** `sampleRatio`: the part of the traces that is recorded, from 0 to 1. */
export type TracingSettings = { endpoint: string; sampleRatio: number; serviceName: string };

/** Reads OpenTelemetry's settings under their standard names; null: tracing is off. */
export function readTracing(read: Readers): TracingSettings | null {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT');
  const ratio = read.text('OTEL_TRACES_SAMPLER_ARG');
  const sampleRatio = Number(ratio);
  if (!/^\d*\.?\d+$/.test(ratio) || sampleRatio > 1)
    read.fail(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${ratio}"`);
  const serviceName = read.text('OTEL_SERVICE_NAME');
  return endpoint ? { endpoint, sampleRatio, serviceName } : null;
}
