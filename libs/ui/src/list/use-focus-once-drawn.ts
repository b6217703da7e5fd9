import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives a field the focus with its first frame, which lays it out anyway, unless another of its form has it. `autoFocus`
 * would have the browser lay out the page within the task that draws it.
 */
export function useFocusOnceDrawn(): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const field = ref.current;
      if (!field?.form?.contains(document.activeElement)) field?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return ref;
}
