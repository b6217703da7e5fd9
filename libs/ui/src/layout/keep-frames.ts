/** What is asked for is drawn within so many ms of it, as a rule. */
const DRAWN_MS = 750;
const asking = ['click', 'keydown', 'popstate'];

/**
 * Has frames come for a while after somebody asked for something, though nothing changes yet. Where none came for long,
 * Chromium puts the next ahead of all tasks, also of the one that lays out what it is to show. It is an animation that nobody
 * sees: garbage is collected where script runs, and in a frame it would come on top. The answer ends it.
 */
export function keepFrames(): () => void {
  const mark = document.body.appendChild(document.createElement('i'));
  let begun = -Infinity;
  const ask = ({ timeStamp }: Event) => {
    if (timeStamp < begun + DRAWN_MS) return;
    begun = timeStamp;
    mark.animate?.({ zIndex: [0, 1] }, 2 * DRAWN_MS);
  };
  for (const type of asking) addEventListener(type, ask, true);
  return () => {
    for (const type of asking) removeEventListener(type, ask, true);
    mark.remove();
  };
}
