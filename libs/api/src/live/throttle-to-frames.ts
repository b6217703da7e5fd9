/** Milliseconds between updates: looks continuous and leaves time for other work. */
const intervalMs = 100;
/** A hidden tab renders no frames but is updated as well. */
const longestWaitMs = 250;

/** Returns a function that runs `work` with the next frame, at most every 100 ms, however often it is called. */
export function throttleToFrames(work: () => void): () => void {
  let last = -Infinity;
  let isScheduled = false;
  const runWithFrame = (): void => {
    const run = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      isScheduled = false;
      last = performance.now();
      work();
    };
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, longestWaitMs);
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    const remaining = last + intervalMs - performance.now();
    if (remaining > 0) setTimeout(runWithFrame, remaining);
    else runWithFrame();
  };
}
