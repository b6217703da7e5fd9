import { styled } from '@mui/material';
import { useForkRef } from '@mui/material/utils';
import { cloneElement, useEffect, useEffectEvent, useRef, type ReactElement, type Ref } from 'react';
import { holdKeys, releaseKeys } from '../layout/held-keys';
import { runNext } from '../layout/run-next';

type Callback = (node: HTMLElement, isAppearing?: boolean) => void;

/** As MUI gives them to a transition; what isn't named here is the sheet's. */
export interface AppearProps {
  in: boolean;
  children: ReactElement<{ ref?: Ref<HTMLElement> }>;
  ref?: Ref<HTMLElement>;
  onEnter?: Callback;
  onEntering?: Callback;
  onExited?: Callback;
  appear?: boolean;
  timeout?: unknown;
  ownerState?: unknown;
}

/** The one of a menu's entries that Tab reaches, the chosen or the first; none where all are disabled. */
const entry = '.MuiMenuItem-root[tabindex="0"]';
const list = '[role="menu"], [role="listbox"]';

/** A menu whose entries come after it says so: how large it is isn't known before. */
const isDue = (sheet: HTMLElement): boolean =>
  sheet.querySelector('[role="menu"][aria-busy="true"]') !== null;

function takeFocus(sheet: HTMLElement): void {
  if (sheet.contains(document.activeElement)) return;
  const first = sheet.querySelector<HTMLElement>(entry) ?? sheet.querySelector<HTMLElement>(list);
  (first ?? sheet).focus({ preventScroll: true });
}

interface Steps {
  /** With a frame; answers whether there was something to place. */
  place: () => boolean;
  /** Right after that frame. */
  focus: () => void;
}

/**
 * Places a sheet with the first frame that has something to place, and then gives it the focus and the keys that came before.
 * The answer calls it off.
 */
function withNextFrame({ place, focus }: Steps): () => void {
  let isOver = false;
  let frame = requestAnimationFrame(now);
  holdKeys();
  function now() {
    if (place()) runNext(finish);
    else frame = requestAnimationFrame(now);
  }
  function finish() {
    if (isOver) return;
    isOver = true;
    focus();
    releaseKeys();
  }
  return () => {
    cancelAnimationFrame(frame);
    if (!isOver) releaseKeys();
    isOver = true;
  };
}

/**
 * A menu's sheet in place of MUI's transitions, which draw it four times and lay out the page in between. It is measured and
 * placed with its first frame, which lays it out anyway, and given the focus right after it; MUI gets hold of it only then,
 * since it measures whatever it holds each time that it is drawn. The theme's styles fade it in, and it goes at once.
 */
export function Appear({
  in: shown,
  children,
  ref,
  onEnter,
  onEntering,
  onExited,
  appear: _appear,
  timeout: _timeout,
  ownerState: _ownerState,
  ...sheet
}: AppearProps) {
  const node = useRef<HTMLElement>(null);
  const hold = useForkRef(children.props.ref);
  const place = useEffectEvent(() => {
    if (!node.current || isDue(node.current)) return false;
    hold?.(node.current);
    // What isn't placed yet is transparent, and drawn again once it is: after this frame.
    node.current.style.opacity = '';
    onEnter?.(node.current, true);
    onEntering?.(node.current, true);
    return true;
  });
  const tellExit = useEffectEvent(() => {
    if (node.current) onExited?.(node.current);
  });
  useEffect(() => {
    if (!shown) return tellExit();
    return withNextFrame({
      place: () => place(),
      focus: () => {
        if (node.current) takeFocus(node.current);
      },
    });
  }, [shown]);
  const letGo = useEffectEvent(() => {
    hold?.(null);
  });
  useEffect(() => () => letGo(), []);
  return cloneElement(children, { ...sheet, ref: useForkRef(node, ref) });
}

const Behind = styled('div')({
  position: 'fixed',
  inset: 0,
  zIndex: -1,
  WebkitTapHighlightColor: 'transparent',
});

/** What lies behind a menu and takes the click that closes it. */
export const ClickCatcher = ({ className, onClick }: { className?: string; onClick?: () => void }) => (
  <Behind aria-hidden className={className} onClick={onClick} />
);
