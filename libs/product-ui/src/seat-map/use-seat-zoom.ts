import { useMediaQuery } from '@mui/material';
import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Widths of a seat in px. */
const sizes = [12, 18, 24, 30, 40];
/** From this size on a seat has its number or mark in it, and is a target that fingers find. */
const LARGE = 24;
/** Pixels of a wheel or of two fingers on a touchpad for each size. */
const WHEEL_STEP = 40;

export interface SeatZoomOptions {
  /** Whether one area is shown alone; a chosen size is for all areas, or for one. */
  isAlone: boolean;
  /** Whether all seats have room as large ones. */
  fits: boolean;
}

export interface SeatZoom {
  size: number;
  isLarge: boolean;
  canChange: (steps: 1 | -1) => boolean;
  change: (steps: 1 | -1) => void;
  /** Goes back to the size that the map chooses. */
  reset: () => void;
}

/** The nearest ancestor that scrolls. */
function scrollerOf(element: Element | null): Element | null {
  if (!element) return null;
  const isScroller =
    element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);
  return isScroller ? element : scrollerOf(element.parentElement);
}

const isVisible = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

/**
 * The size of the seats within an element, and the ways to change it: buttons, keys, the wheel with Ctrl, two fingers on a
 * touchpad. By itself it is large where all seats have room, else small, or large enough for a finger where one points.
 * A seat under the pointer, with the focus or the selection keeps its position in the window.
 */
export function useSeatZoom(
  ref: RefObject<HTMLElement | null>,
  { isAlone, fits }: SeatZoomOptions,
): SeatZoom {
  const isTouched = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const automatic = fits ? 30 : isTouched ? LARGE : 12;
  const [chosen, setChosen] = useState<{ size: number; isAlone: boolean } | null>(null);
  const size = chosen?.isAlone === isAlone ? chosen.size : automatic;
  const kept = useRef<{ element: Element; top: number } | null>(null);

  const sizeAfter = (steps: number) => sizes[sizes.indexOf(size) + steps];
  const resize = (next: number | undefined, pointed: Element | null = null) => {
    if (next === undefined || next === size) return;
    const candidates = [
      pointed,
      ...(ref.current?.querySelectorAll('[data-seat]:is(:focus, [aria-selected="true"])') ?? []),
    ];
    const element = candidates.find((seat) => seat && isVisible(seat));
    kept.current = element ? { element, top: element.getBoundingClientRect().top } : null;
    // The page paints before thousands of seats have their new size.
    startTransition(() => setChosen({ size: next, isAlone }));
  };
  useLayoutEffect(() => {
    const { element, top } = kept.current ?? {};
    kept.current = null;
    if (element === undefined || top === undefined) return;
    scrollerOf(element)?.scrollBy(0, element.getBoundingClientRect().top - top);
  }, [size]);

  const turned = useRef(0);
  const onWheel = useEffectEvent((event: WheelEvent) => {
    // A touchpad reports two fingers that move apart as a wheel with the Control key.
    if (!event.ctrlKey) return;
    event.preventDefault();
    turned.current += event.deltaY;
    if (Math.abs(turned.current) < WHEEL_STEP) return;
    const steps = turned.current < 0 ? 1 : -1;
    turned.current = 0;
    resize(sizeAfter(steps), (event.target as Element).closest('[data-seat]'));
  });
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // React's own listeners are passive: the browser would zoom the whole page as well.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [ref]);

  return {
    size,
    isLarge: size >= LARGE,
    canChange: (steps) => sizeAfter(steps) !== undefined,
    change: (steps) => resize(sizeAfter(steps)),
    reset: () => resize(automatic),
  };
}
