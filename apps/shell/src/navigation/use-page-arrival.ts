import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from '@tessera/federation/router';

/** Names the document after its page, and moves focus into a new page, so that keyboard and screen reader arrive there. */
export function usePageArrival(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);

  useEffect(() => {
    document.title = title === 'Tessera' ? title : `${title} · Tessera`;
  }, [title]);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!main.current) return;
    main.current.focus({ preventScroll: true });
    main.current.scrollTop = 0;
  }, [pathname]);

  return main;
}
