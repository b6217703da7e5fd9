import { Tooltip } from '@mui/material';
import { useEffect, useRef, useState, type HTMLAttributes, type ReactNode } from 'react';

/** Ms that something is pointed at until its name shows. */
const DELAY_MS = 400;

type TargetProps = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'
>;

/**
 * The name of a control without words, shown while it is pointed at or has the keyboard's focus; Escape takes it away
 * (WCAG 1.4.13). `target` goes on the control, `tooltip` beside it. MUI's Tooltip is drawn only while it shows: as it
 * comes into a page it draws itself a second time, at once and with all that the page has yet to do.
 */
export function useTooltip(title: string): { target: TargetProps; tooltip: ReactNode } {
  const [over, setOver] = useState<HTMLElement | null>(null);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  useEffect(() => () => clearTimeout(soon.current), []);
  const close = () => {
    clearTimeout(soon.current);
    setOver(null);
  };
  const openSoon = (control: HTMLElement) => {
    clearTimeout(soon.current);
    soon.current = setTimeout(() => setOver(control), DELAY_MS);
  };
  return {
    target: {
      onPointerEnter: ({ currentTarget, pointerType }) => {
        if (pointerType !== 'touch') openSoon(currentTarget);
      },
      onPointerLeave: close,
      onPointerDown: () => {
        pressed.current = true;
        close();
      },
      onFocus: ({ currentTarget }) => {
        if (!pressed.current && currentTarget.matches(':focus-visible')) openSoon(currentTarget);
      },
      onBlur: () => {
        pressed.current = false;
        close();
      },
    },
    tooltip: over ? (
      <Tooltip open title={title} onClose={close} slotProps={{ popper: { anchorEl: over } }}>
        <span />
      </Tooltip>
    ) : null,
  };
}
