import { useEffect, useRef, type RefObject } from 'react';
import { runNext } from '../layout/run-next';

/**
 * Gives a field the focus right after its first frame, which has laid it out, unless another of its form has it.
 * `autoFocus` would have the browser lay out the page within the task that draws it.
 */
export function useFocusOnceDrawn(): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = () => {
      const field = ref.current;
      if (!field?.form?.contains(document.activeElement)) field?.focus({ preventScroll: true });
    };
    const frame = requestAnimationFrame(() => runNext(focus));
    return () => cancelAnimationFrame(frame);
  }, []);
  return ref;
}
