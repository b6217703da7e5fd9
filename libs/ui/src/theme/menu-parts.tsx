import { styled } from '@mui/material';
import { useForkRef } from '@mui/material/utils';
import { cloneElement, useEffect, useEffectEvent, useRef, type ReactElement, type Ref } from 'react';

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

function takeFocus(sheet: HTMLElement): void {
  if (sheet.contains(document.activeElement)) return;
  const first = sheet.querySelector<HTMLElement>(entry) ?? sheet.querySelector<HTMLElement>(list);
  (first ?? sheet).focus({ preventScroll: true });
}

/**
 * Runs `show` with the next frame, or with a key that comes before and is `early`: that is handed on to what has the focus
 * then, so that no key is lost however long the frame takes. The answer calls it off.
 */
function withNextFrame(show: () => void, isEarly: (event: KeyboardEvent) => boolean): () => void {
  const frame = requestAnimationFrame(now);
  document.addEventListener('keydown', onKey, true);
  function end() {
    cancelAnimationFrame(frame);
    document.removeEventListener('keydown', onKey, true);
  }
  function now() {
    end();
    show();
  }
  function onKey(event: KeyboardEvent) {
    if (!isEarly(event)) return;
    now();
    event.preventDefault();
    event.stopImmediatePropagation();
    document.activeElement?.dispatchEvent(new KeyboardEvent(event.type, event));
  }
  return end;
}

/**
 * A menu's sheet in place of MUI's transitions, which draw it four times and lay out the page in between. It is measured,
 * placed and given the focus with its first frame, which lays it out anyway; MUI gets hold of it only then, since it
 * measures whatever it holds each time that it is drawn. The theme's styles fade it in, and it goes at once.
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
  const tell = useEffectEvent(() => {
    if (!node.current) return;
    if (!shown) return onExited?.(node.current);
    hold?.(node.current);
    // What isn't placed yet is transparent, and drawn again once it is: after this frame.
    node.current.style.opacity = '';
    onEnter?.(node.current, true);
    onEntering?.(node.current, true);
    takeFocus(node.current);
  });
  useEffect(() => {
    if (!shown) return tell();
    return withNextFrame(
      () => tell(),
      ({ target }) => !node.current?.closest('.MuiModal-root')?.contains(target as Node),
    );
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
