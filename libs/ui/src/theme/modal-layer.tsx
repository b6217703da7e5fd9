import { styled } from '@mui/material';
import type { ComponentProps } from 'react';
import { createPortal } from 'react-dom';

const Layer = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: (theme.vars ?? theme).zIndex.modal,
  '&.MuiModal-hidden': { visibility: 'hidden' },
}));

/**
 * The root of every menu, in the page's body. MUI's own portal draws nothing the first time and all of its content at once
 * the second, which no transition can interrupt; this one is drawn with what opens it. Dialogs keep MUI's: what has the
 * focus in them must come after the menu that led to them has given it back.
 */
export const ModalLayer = (props: ComponentProps<typeof Layer>) =>
  createPortal(<Layer {...props} />, document.body);
