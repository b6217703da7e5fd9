import { useEffect } from 'react';
import { runNext } from './run-next';

/**
 * Has what comes into the page laid out in a task of its own, ahead of the frame that shows it. Otherwise the browser
 * styles, lays out, paints and hands over all of it in one task, and answers nobody meanwhile.
 */
export function useLayoutApart(): void {
  useEffect(() => {
    let isDue = false;
    const lay = () => {
      if (!isDue) return;
      isDue = false;
      // Whoever asks for a place has the browser lay out what isn't yet; where a frame came first, that is nothing.
      document.body.getBoundingClientRect();
    };
    const observer = new MutationObserver(() => {
      if (!isDue) runNext(lay);
      isDue = true;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      isDue = false;
    };
  }, []);
}
