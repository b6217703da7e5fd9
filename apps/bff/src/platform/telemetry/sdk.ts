import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings';
import { relayTo } from './browser-span-relay';
import { logExportFailures } from './export-failures';
import { setSpanRelay, setTracer, type StartedTracing } from './tracing';

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
