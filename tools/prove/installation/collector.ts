import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span that the collector received, with the service that sent it. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Undefined for the first span of a trace. */
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** A request of an exporter, in the JSON of OTLP. */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** An OpenTelemetry collector that keeps the spans it receives by OTLP over HTTP. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** Each request as it came. */
  readonly texts: string[] = [];
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      this.texts.push(body);
      this.#keep(JSON.parse(body) as ExportRequest);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });

  /** Listens on a free port; returns the address. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  find(service: string, name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.service === service && span.name === name);
  }

  childrenOf({ traceId, spanId }: CollectedSpan): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  }

  /** The spans whose parent hasn't arrived. */
  orphans(): CollectedSpan[] {
    const ids = new Set(this.spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`));
    return this.spans.filter(
      ({ traceId, parentSpanId }) => parentSpanId && !ids.has(`${traceId} ${parentSpanId}`),
    );
  }

  #keep({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, service: String(service) });
    }
  }
}
