/** The span of one request. */
export interface RequestSpan {
  /** The W3C header that makes the server's span a child of this one. */
  traceparent: string;
  /** Ends the span. `status` 0: without a response, null: the page cancelled the request. */
  end(status: number | null): void;
}

/** Starts the span of a request; null for one that gets none. */
export type StartRequestSpan = (request: Request) => RequestSpan | null;

let start: StartRequestSpan | null = null;

// A page whose server doesn't trace loads nothing for it. The requests of the others have spans once the file has arrived.
const ratio =
  typeof document !== 'undefined' &&
  document.querySelector<HTMLMetaElement>('meta[name="tessera-trace-ratio"]')?.content;
if (ratio)
  import('./request-spans').then(
    ({ traceInteractions }) => void (start = traceInteractions(Number(ratio))),
    () => undefined,
  );

/** Starts the span of a request that follows a click or a key press. Null for others, and while the server doesn't trace. */
export const startRequestSpan: StartRequestSpan = (request) => start && start(request);
