import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from '@tessera/federation/router';
import { styled } from '@tessera/ui/mui';
import { isCurrentEntry } from './menu';

/** As wide as the drawer: a long name is cut, so that the figures at the ends of all entries are seen. */
export const MenuList = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1,
});

const Root = styled(Link)(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 32,
  padding: '0 8px',
  borderRadius: 6,
  color: vars.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&.below': { height: 28, paddingLeft: 26, gap: 8 },
  '@media (pointer: coarse)': { '&, &.below': { height: 40 } },
  '& svg': { flex: 'none' },
  '& .label': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '&:hover': { backgroundColor: vars.palette.action.hover, color: vars.palette.text.primary },
  '&.active': {
    backgroundColor: vars.palette.action.selected,
    color: vars.palette.text.primary,
    fontWeight: 600,
  },
  '&.active > svg:first-of-type': { color: vars.palette.accent.text },
  '&.active::before': {
    content: '""',
    position: 'absolute',
    left: -12,
    width: 5,
    height: 14,
    borderRadius: '0 2px 2px 0',
    backgroundColor: vars.palette.primary.main,
  },
  '& .unplugged': { color: vars.palette.status.cinnabar.main, display: 'flex' },
  '& .count': { ...typography.caption, flex: 'none', color: vars.palette.text.tertiary },
  '&.active .count': { color: vars.palette.text.primary },
  '& .count.urgent': { color: vars.palette.status.ochre.text, fontWeight: 650 },
  '& .lock': { color: vars.palette.text.tertiary, display: 'flex' },
}));

export interface MenuEntryProps {
  path: string;
  label: string;
  Icon: LucideIcon;
  /** Whether it is indented, below the entry that it belongs to. */
  isBelow?: boolean;
  onNavigate?: (() => void) | undefined;
  /** A mark, a count or a live figure at its end. */
  children?: ReactNode;
}

/** An entry of the drawer, lit while its page is open. */
export function MenuEntry({ path, label, Icon, isBelow = false, onNavigate, children }: MenuEntryProps) {
  const isCurrent = isCurrentEntry(path, useLocation().pathname);
  return (
    <Root
      to={path}
      onClick={onNavigate}
      className={[isBelow ? 'below' : '', isCurrent ? 'active' : ''].join(' ').trim()}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={isBelow ? 14 : 16} strokeWidth={1.75} aria-hidden />
      <span className="label" title={isBelow ? label : undefined}>
        {label}
      </span>
      {children}
    </Root>
  );
}
