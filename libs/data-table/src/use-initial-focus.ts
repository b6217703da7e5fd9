import { useEffect, useRef, type RefObject } from 'react';

/** Focuses a field when it mounts, unless another part of its form has the focus by then. */
export function useInitialFocus(): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = ref.current;
    if (!field?.form?.contains(document.activeElement)) field?.focus({ preventScroll: true });
  }, []);
  return ref;
}
