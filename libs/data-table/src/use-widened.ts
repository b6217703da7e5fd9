import { useEffect, useState } from 'react';

/** What may take the focus from a field is let go with one of them. */
const releases = ['mouseup', 'keyup'] as const;

/**
 * Whether a field is wide: from its focus on until what took the focus is let go. If it narrowed with the press, what is
 * beside it would go from under the pointer, and the press would be no click.
 */
export function useWidened() {
  const [use, setUse] = useState<'none' | 'focus' | 'left'>('none');
  useEffect(() => {
    if (use !== 'left') return;
    const narrow = () => setUse('none');
    for (const release of releases) addEventListener(release, narrow, { capture: true });
    return () => {
      for (const release of releases) removeEventListener(release, narrow, { capture: true });
    };
  }, [use]);
  return { isWide: use !== 'none', onFocus: () => setUse('focus'), onBlur: () => setUse('left') };
}
