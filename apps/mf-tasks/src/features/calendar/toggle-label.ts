import { styled } from '@tessera/ui/mui';

/** The label around a switch or a checkbox, with the text of forms. */
export const ToggleLabel = styled('label')(({ theme: { typography } }) => ({
  ...typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  cursor: 'pointer',
}));
