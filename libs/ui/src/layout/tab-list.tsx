import { styled } from '@mui/material';
import type { ComponentProps, KeyboardEvent } from 'react';

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

/** Which tab a key leads to from the one at `at`; none for other keys (WAI-ARIA, tabs pattern). */
function next(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Arrow keys, Home and End lead from tab to tab; Enter and Space choose, as on every button. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === event.target);
  const to =
    at < 0 || event.altKey || event.ctrlKey || event.metaKey ? undefined : next(event.key, at, tabs.length);
  if (to === undefined) return;
  event.preventDefault();
  tabs[to]?.focus();
}

/** Tabs in a row that scrolls where it is too narrow for them. */
export const TabList = (props: ComponentProps<typeof List>) => (
  <List role="tablist" onKeyDown={onKeyDown} {...props} />
);
