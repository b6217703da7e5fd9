import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives a field the focus when what it came with is painted, unless another of its form has it. `autoFocus` would have
 * the browser lay out the page within the task that draws it.
 */
export function useFocusOnceDrawn(): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = ref.current;
    if (field && !field.form?.contains(document.activeElement)) field.focus();
  }, []);
  return ref;
}
