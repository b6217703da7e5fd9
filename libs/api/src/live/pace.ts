/** Milliseconds between two drawings of live changes: quick for an eye, and time for the page to do other things. */
const gap = 100;
/** A tab that draws no frames is brought up to date all the same. */
const withoutFrames = 250;

/** Answers a function that has `work` done with the next frame, at most every 100 ms, however often it is called. */
export function paced(work: () => void): () => void {
  let last = -Infinity;
  let isDue = false;
  const atFrame = (): void => {
    const once = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      isDue = false;
      last = performance.now();
      work();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, withoutFrames);
  };
  return () => {
    if (isDue) return;
    isDue = true;
    const early = last + gap - performance.now();
    if (early > 0) setTimeout(atFrame, early);
    else atFrame();
  };
}
