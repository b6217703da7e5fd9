import { useEffect } from 'react';

/** Where the keyboard can be: a list's own row before all else. */
const row = 'tr[data-index][tabindex="0"]';
const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/** Time for whoever knows better where the focus goes: a dialog that closes, a page that opens. */
const GRACE_MS = 100;

interface Place {
  element: HTMLElement;
  /** What it is in, the nearest first. */
  around: readonly HTMLElement[];
  /** The page that it was focused on. */
  pathname: string;
}

const isThere = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');
const isLost = (): boolean => {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(':disabled');
};

/**
 * Keeps the focus when what has it goes away or is disabled: a filter that is removed, a bar whose work is done, the
 * last page's "Next". It goes to the nearest thing that is still there, not to nothing, from where Tab begins at the top.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let last: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      if (last === null || !isLost() || isThere(last.element)) return;
      const { around, pathname } = last;
      last = null;
      // On another page the nearest thing would be a random one.
      if (pathname === location.pathname)
        for (const place of around) if (place.isConnected && putInto(place)) return;
      document.querySelector('main')?.focus({ preventScroll: true });
    };
    const look = () => {
      timer ??= setTimeout(check, GRACE_MS);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement)
        last = { element: target, around: aroundOf(target), pathname: location.pathname };
    };
    // Somebody pointed at nothing: that is where they want to be.
    const onPointerDown = () => {
      last = null;
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
}

function aroundOf(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return around;
}

/** Puts the focus on the first thing in a place that takes it. */
function putInto(place: HTMLElement): boolean {
  for (const stop of [
    ...place.querySelectorAll<HTMLElement>(row),
    ...place.querySelectorAll<HTMLElement>(stops),
  ]) {
    if (stop.tabIndex < 0) continue;
    stop.focus({ preventScroll: true });
    if (document.activeElement === stop) return true;
  }
  return false;
}
