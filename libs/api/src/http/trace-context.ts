/** How long requests belong to the click, or the key press, before them. */
const INTERACTION_MS = 2_000;

interface Interaction {
  traceId: string;
  isSampled: boolean;
  until: number;
}

let interaction: Interaction | null = null;

/** The part of the traces to record, which the server writes into its page while it traces; null: none are made. */
const sampleRatio = readSampleRatio();
if (sampleRatio !== null)
  for (const event of ['click', 'keydown', 'submit'] as const)
    document.addEventListener(event, () => beginInteraction(sampleRatio), { capture: true, passive: true });

function readSampleRatio(): number | null {
  if (typeof document === 'undefined') return null;
  const content = document.querySelector<HTMLMetaElement>('meta[name="tessera-trace-ratio"]')?.content;
  return content ? Number(content) : null;
}

/** Decides by the trace's id whether it is recorded, so that all its requests agree. */
function beginInteraction(ratio: number): void {
  const traceId = randomHex(16);
  const isSampled = Number.parseInt(traceId.slice(0, 8), 16) < ratio * 2 ** 32;
  interaction = { traceId, isSampled, until: performance.now() + INTERACTION_MS };
}

/** The span of one request. */
export interface RequestSpan {
  /** The W3C header that makes the server's span a child of this one. */
  traceparent: string;
  /** Ends the span. `status` 0: without a response, null: the page cancelled the request. */
  end(status: number | null): void;
}

/**
 * Starts the span of a request that follows a click or a key press; requests that follow the same one share a trace. Undefined for
 * other requests, whose trace begins at the server, and while the server doesn't trace.
 */
export function startRequestSpan({ method, url }: Request): RequestSpan | undefined {
  const startedAt = performance.now();
  if (!interaction || startedAt >= interaction.until) return undefined;
  const { traceId, isSampled } = interaction;
  const spanId = randomHex(8);
  return {
    traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    end: (status) => {
      if (!isSampled) return;
      const span = { traceId, spanId, method, url, status, startedAt, endedAt: performance.now() };
      void import('./span-batches').then(({ addSpan }) => addSpan(span)).catch(() => undefined);
    },
  };
}

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
