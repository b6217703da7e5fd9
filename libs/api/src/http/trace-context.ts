import type { StartRequestSpan } from './request-spans';

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
