import { addSpan } from './span-batches';

/** How long requests belong to the click, or the key press, before them. */
const INTERACTION_MS = 2_000;

/** The span of one request. */
export interface RequestSpan {
  /** The W3C header that makes the server's span a child of this one. */
  traceparent: string;
  /** Ends the span. `status` 0: without a response, null: the page cancelled the request. */
  end(status: number | null): void;
}

/** Starts the span of a request; null for one that gets none. */
export type StartRequestSpan = (request: Request) => RequestSpan | null;

interface Interaction {
  traceId: string;
  isSampled: boolean;
  until: number;
}

/**
 * Begins to listen to clicks and key presses; returns what starts the spans of the requests that follow them. `ratio`: the part of the
 * traces to record. Requests that follow the same click share a trace; others get no span, since their trace begins at the server.
 */
export function traceInteractions(ratio: number): StartRequestSpan {
  let interaction: Interaction | null = null;
  const begin = () => (interaction = beginInteraction(ratio));
  for (const event of ['click', 'keydown', 'submit'] as const)
    document.addEventListener(event, begin, { capture: true, passive: true });
  return (request) => interaction && startSpan(request, interaction);
}

/** Decides by the trace's id whether it is recorded, so that all its requests agree. */
function beginInteraction(ratio: number): Interaction {
  const traceId = randomHex(16);
  const isSampled = Number.parseInt(traceId.slice(0, 8), 16) < ratio * 2 ** 32;
  return { traceId, isSampled, until: performance.now() + INTERACTION_MS };
}

function startSpan(
  { method, url }: Request,
  { traceId, isSampled, until }: Interaction,
): ReturnType<StartRequestSpan> {
  const startedAt = performance.now();
  if (startedAt >= until) return null;
  const spanId = randomHex(8);
  return {
    traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    end: (status) => {
      if (isSampled) addSpan({ traceId, spanId, method, url, status, startedAt, endedAt: performance.now() });
    },
  };
}

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
