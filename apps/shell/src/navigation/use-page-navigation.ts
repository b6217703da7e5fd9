import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from '@tessera/federation/router';

/** Names the document after its page, and moves focus into a new page, so that keyboard and screen reader arrive there. */
export function usePageNavigation(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    document.title = title === 'Tessera' ? title : `${title} · Tessera`;
  }, [title]);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    // As the new page is laid out anyway: to move the focus, browsers lay out whatever has changed.
    const frame = requestAnimationFrame(() => {
      if (!main.current) return;
      main.current.scrollTop = 0;
      // Not from what in the new page has asked for it meanwhile.
      if (!main.current.contains(document.activeElement)) main.current.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  return main;
}
