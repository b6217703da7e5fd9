import { useEffect, useRef } from 'react';

/** The selected row of a list takes precedence over other focusable elements. */
const row = 'tr[data-index][tabindex="0"]';
const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/** Time for other code to set the focus first: a closing dialog, an opening page. */
const GRACE_MS = 100;

interface LastFocus {
  element: HTMLElement;
  /** Its ancestors, the nearest first. */
  ancestors: readonly HTMLElement[];
  /** The path of the page that was shown. */
  page: string;
}

const canHoldFocus = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');
const isFocusLost = (): boolean => {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(':disabled');
};

/**
 * Moves the focus to the nearest focusable element when the focused one is removed or disabled, such as a removed filter
 * or the "Next" button on the last page. Otherwise the next Tab would start at the top of the page.
 *
 * @param page The path of the page that is shown; when it has changed, the page as a whole takes the focus. The address
 * can't be used, because it changes before the new page is shown.
 */
export function useFocusRecovery(page: string): void {
  const shownPage = useRef(page);
  useEffect(() => {
    shownPage.current = page;
  }, [page]);
  useEffect(() => {
    let last: LastFocus | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      if (last === null || !isFocusLost() || canHoldFocus(last.element)) return;
      const { ancestors, page: pageOfLast } = last;
      last = null;
      // After a navigation the nearest element is unrelated to the former one.
      if (pageOfLast === shownPage.current)
        for (const ancestor of ancestors) if (ancestor.isConnected && focusFirstIn(ancestor)) return;
      document.querySelector('main')?.focus({ preventScroll: true });
    };
    const scheduleCheck = () => {
      timer ??= setTimeout(check, GRACE_MS);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement)
        last = { element: target, ancestors: getAncestors(target), page: shownPage.current };
    };
    // A click on the background removes the focus on purpose.
    const onPointerDown = () => {
      last = null;
    };
    const observer = new MutationObserver(scheduleCheck);
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

function getAncestors(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

/** Focuses the first element in a container that accepts the focus. */
function focusFirstIn(container: HTMLElement): boolean {
  for (const element of [
    ...container.querySelectorAll<HTMLElement>(row),
    ...container.querySelectorAll<HTMLElement>(focusable),
  ]) {
    if (element.tabIndex < 0) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return true;
  }
  return false;
}
