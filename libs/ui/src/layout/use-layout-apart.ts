import { useEffect } from 'react';
import { keepFrames } from './keep-frames';
import { runNext } from './run-next';

const isElement = (node: Node | undefined): node is Element => node instanceof Element;

/**
 * Has what comes into the page styled and laid out in tasks of their own, ahead of the frame that shows it. Otherwise the
 * browser styles, lays out, paints and hands over all of it in one task, and answers nobody meanwhile.
 */
export function useLayoutApart(): void {
  useEffect(() => {
    let came: Element | undefined;
    let isDue = false;
    // Who asks for an element's colour has the browser style what isn't yet, and who asks for its place has it lay that out
    // as well; where a frame came first, that is nothing.
    const style = () => {
      if (!isDue) return;
      isDue = false;
      runNext(() => document.body.getBoundingClientRect());
      // Comes last: a function called after it would collect what garbage it left.
      if (came) void getComputedStyle(came).color;
    };
    const observer = new MutationObserver((changes) => {
      came = changes.map(({ addedNodes: [first] }) => first).find(isElement);
      if (!isDue) runNext(style);
      isDue = true;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const letFramesGo = keepFrames();
    return () => {
      letFramesGo();
      observer.disconnect();
      isDue = false;
    };
  }, []);
}
