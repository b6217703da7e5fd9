/** Milliseconds between two updates: often enough for an eye, and time for the page to do other things. */
const interval = 100;
/** A hidden tab draws no frames; it is updated all the same. */
const longestWait = 250;

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
    const timer = setTimeout(run, longestWait);
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    const remaining = last + interval - performance.now();
    if (remaining > 0) setTimeout(runWithFrame, remaining);
    else runWithFrame();
  };
}
