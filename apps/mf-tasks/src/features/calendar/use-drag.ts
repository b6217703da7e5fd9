import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { CalendarEntry } from './calendar.api';
import { STEP_MINUTES } from './calendar-days';

/** Pixels that the pointer moves before a press becomes a drag. */
const THRESHOLD = 5;

/** Where a dragged entry would be dropped. */
export interface Drop {
  entry: CalendarEntry;
  day: string;
  minutes: number;
}

interface Press {
  entry: CalendarEntry;
  x: number;
  y: number;
  /** The entry's own minutes of the day. */
  minutes: number;
  isDrag: boolean;
}

export interface DragOptions {
  /** The element with one column per day. */
  columns: RefObject<HTMLElement | null>;
  days: readonly string[];
  hourPx: number;
  onDrop: (drop: Drop) => void;
}

/**
 * Drags an entry of the grid with a mouse or a pen: to another day by its column, to another time by the distance. Touch
 * scrolls, and the keyboard has the dialog.
 */
export function useDrag({ columns, days, hourPx, onDrop }: DragOptions) {
  const [drop, setDrop] = useState<Drop | null>(null);
  const press = useRef<Press | null>(null);
  const wasDrag = useRef(false);

  const end = () => {
    press.current = null;
    setDrop(null);
  };
  useEffect(() => {
    if (drop === null) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end();
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [drop]);

  const find = (event: PointerEvent, { entry, y, minutes }: Press): Drop | null => {
    const box = columns.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const column = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    const day = days[Math.min(Math.max(column, 0), days.length - 1)];
    if (day === undefined) return null;
    const moved = minutes + ((event.clientY - y) / hourPx) * 60;
    const stepped = Math.round(moved / STEP_MINUTES) * STEP_MINUTES;
    return { entry, day, minutes: Math.min(Math.max(stepped, 0), 1440 - STEP_MINUTES) };
  };

  /** The handlers of an entry that may be dragged. */
  const handlersOf = (entry: CalendarEntry, minutes: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDrag.current = false;
      if (event.button !== 0 || event.pointerType === 'touch') return;
      press.current = { entry, minutes, x: event.clientX, y: event.clientY, isDrag: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = press.current;
      if (!current) return;
      const distance = Math.hypot(event.clientX - current.x, event.clientY - current.y);
      if (!current.isDrag && distance < THRESHOLD) return;
      if (!current.isDrag) event.currentTarget.setPointerCapture(event.pointerId);
      current.isDrag = true;
      setDrop(find(event, current));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const current = press.current;
      wasDrag.current = current?.isDrag ?? false;
      const found = current?.isDrag ? find(event, current) : null;
      end();
      if (found) onDrop(found);
    },
    onPointerCancel: end,
  });

  /** Whether the click that follows belongs to a drag. */
  return { drop, handlersOf, isDragClick: () => wasDrag.current };
}
