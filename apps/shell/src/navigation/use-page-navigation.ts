import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from '@tessera/federation/router';
import { setPageTitle } from './document-title';

/** Sets the document's title, and moves the focus to the page after a navigation, for keyboards and screen readers. */
export function usePageNavigation(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    setPageTitle(title);
  }, [title]);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    // In the frame that lays out the new page: moving the focus forces a layout.
    const frame = requestAnimationFrame(() => {
      if (!main.current) return;
      main.current.scrollTop = 0;
      // A control of the new page may have taken the focus already.
      if (!main.current.contains(document.activeElement)) main.current.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  return main;
}
