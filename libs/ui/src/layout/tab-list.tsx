import { styled } from '@mui/material';
import type { ComponentProps } from 'react';
import { alongRow } from './along-row';

const List = styled('div')({
  display: 'flex',
  gap: 16,
  minWidth: 0,
  overflowX: 'auto',
  scrollbarWidth: 'none',
});

/** A tab with its marker; a plain element, for a list's tabs are drawn again with each count. */
export const TabButton = styled('button')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  gap: 8,
  minHeight: 34,
  padding: 0,
  border: 0,
  background: 'none',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  color: vars.palette.text.secondary,
  '&:hover': { color: vars.palette.text.primary },
  '&[aria-selected="true"]': { color: vars.palette.text.primary, fontWeight: 550 },
  '&[aria-selected="true"]::after': {
    content: '""',
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: 0,
    height: 2,
    borderRadius: 1,
    backgroundColor: vars.palette.accent.main,
  },
  '&:focus-visible': { outlineOffset: -2, borderRadius: 4 },
  '& .count': { ...typography.caption, color: vars.palette.text.tertiary },
  '@media (pointer: coarse)': { minHeight: 40 },
}));

const onKeyDown = alongRow('[role="tab"]');

/** Tabs in a row that scrolls where it is too narrow for them. */
export const TabList = (props: ComponentProps<typeof List>) => (
  <List role="tablist" onKeyDown={onKeyDown} {...props} />
);
