import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@tessera/federation/router';
import { styled } from '@tessera/ui/mui';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  minWidth: 0,
  padding: '13px 14px',
  display: 'grid',
  gap: 7,
  alignContent: 'start',
  color: vars.palette.text.secondary,
  '& .head': {
    ...typography.subtitle2,
    fontSize: 13,
    display: 'flex',
    justifyContent: 'space-between',
    gap: 8,
  },
  '& .head svg': { color: vars.palette.text.tertiary },
  '& .figure': {
    ...typography.h1,
    color: vars.palette.text.primary,
    display: 'flex',
    alignItems: 'baseline',
    gap: 8,
  },
  '& .figure small': { ...typography.body2, letterSpacing: 0, color: vars.palette.text.secondary },
  // Two lines are reserved, so that a longer note doesn't move the content below.
  '& .note': { ...typography.caption, minHeight: 32 },
  '& .note b': { color: vars.palette.text.primary },
}));

const LinkRoot = styled(Link)({
  color: 'inherit',
  textDecoration: 'none',
  display: 'block',
  minWidth: 0,
  '&:hover .head': { textDecoration: 'underline' },
});

export interface TileProps {
  title: string;
  /** The list behind it; without one the tile is not a link. */
  to?: string | undefined;
  figure?: ReactNode;
  /** Next to the figure: "seats". */
  unit?: ReactNode;
  /** A bar, or other content below the figure. */
  children?: ReactNode;
  note?: ReactNode;
}

/** One figure of the dashboard, with its details. */
export function Tile({ title, to, figure, unit, children, note }: TileProps) {
  const tile = (
    <Root>
      <span className="head">
        {title}
        {to ? <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden /> : null}
      </span>
      {figure === undefined ? null : (
        <span className="figure">
          {figure}
          {unit ? <small>{unit}</small> : null}
        </span>
      )}
      {children}
      {note === undefined ? null : <span className="note">{note}</span>}
    </Root>
  );
  return to ? <LinkRoot to={to}>{tile}</LinkRoot> : tile;
}
