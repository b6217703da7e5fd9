/** How long requests belong to the click, or the key press, before them. */
const INTERACTION_MS = 2_000;

let interaction: { traceId: string; until: number } | null = null;
let sampleRatio: number | null | undefined;

/** The part of the traces to record, which the server writes into its page while it traces; null: none are made. */
function readSampleRatio(): number | null {
  if (sampleRatio !== undefined) return sampleRatio;
  const content = document.querySelector<HTMLMetaElement>('meta[name="tessera-trace-ratio"]')?.content;
  sampleRatio = content ? Number(content) : null;
  if (sampleRatio !== null)
    for (const event of ['click', 'submit'] as const)
      document.addEventListener(event, beginInteraction, { capture: true, passive: true });
  return sampleRatio;
}

function beginInteraction(): void {
  interaction = { traceId: randomHex(16), until: performance.now() + INTERACTION_MS };
}

/**
 * The W3C `traceparent` of a request, so that the server's trace begins with it: requests that follow one click share a trace.
 * Undefined while the server doesn't trace, which costs one look at the page.
 */
export function nextTraceparent(): string | undefined {
  const ratio = readSampleRatio();
  if (ratio === null) return undefined;
  const isCurrent = interaction !== null && performance.now() < interaction.until;
  const traceId = isCurrent && interaction ? interaction.traceId : randomHex(16);
  return `00-${traceId}-${randomHex(8)}-${isSampled(traceId, ratio) ? '01' : '00'}`;
}

/** Decided by the trace's id, so that all requests of a trace agree. */
const isSampled = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(0, 8), 16) < ratio * 2 ** 32;

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
