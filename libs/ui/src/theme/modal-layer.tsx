import { styled } from '@mui/material';
import { useForkRef } from '@mui/material/utils';
import type { ComponentProps } from 'react';
import { createPortal } from 'react-dom';

const Layer = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: (theme.vars ?? theme).zIndex.modal,
  '&.MuiModal-hidden': { visibility: 'hidden' },
}));

/** Nothing scrolls in it. MUI puts its scroll place to 0 all the same, for which the browser would lay out the page there and then. */
function keepStill(layer: HTMLElement | null): void {
  if (layer) Object.defineProperty(layer, 'scrollTop', { value: 0, writable: true });
}

/**
 * The root of every menu, in the page's body. MUI's own portal draws nothing the first time and all of its content at once
 * the second, which no transition can interrupt; this one is drawn with what opens it. Dialogs keep MUI's: what has the
 * focus in them must come after the menu that led to them has given it back.
 */
export function ModalLayer({ ref, ...layer }: ComponentProps<typeof Layer>) {
  const still = useForkRef(ref, keepStill);
  return createPortal(<Layer {...layer} ref={still} />, document.body);
}
