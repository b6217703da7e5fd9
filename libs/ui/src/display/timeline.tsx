import { styled } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Hue, hues } from '../theme/tokens';
import type { InstantStyle } from '../time/format';
import { Instant } from '../time/instant';

const Root = styled('ol')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    display: 'grid',
    gridTemplateColumns: '20px 1fr auto',
    columnGap: 10,
    position: 'relative',
    paddingBottom: 8,
  },
  '& li:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    left: 9.5,
    top: 22,
    bottom: -2,
    borderLeft: `1px solid ${vars.palette.line.main}`,
  },
  '& .icon': { width: 20, height: 20, borderRadius: 4, display: 'grid', placeItems: 'center' },
  ...Object.fromEntries(
    hues.map((hue) => [
      `& .${hue}`,
      { color: vars.palette.status[hue].main, backgroundColor: vars.palette.status[hue].tint },
    ]),
  ),
  '& .by': { ...typography.caption, color: vars.palette.text.tertiary, display: 'block' },
  '& time': { ...typography.caption, lineHeight: '20px', color: vars.palette.text.tertiary },
  '& .what': { minWidth: 0, overflowWrap: 'anywhere' },
}));

export interface TimelineEntry {
  id: string | number;
  at: string | number | Date;
  icon: LucideIcon;
  hue: Hue;
  /** "Running → Queued, retry 1 of 5" */
  what: ReactNode;
  /** Who or what caused it. */
  by?: ReactNode;
}

export interface TimelineProps {
  entries: readonly TimelineEntry[];
  /** How times are shown; of events of one day without the date. */
  style?: InstantStyle;
}

/** A list of events in the given order. */
export function Timeline({ entries, style = 'time-seconds' }: TimelineProps) {
  return (
    <Root>
      {entries.map(({ id, at, icon: Icon, hue, what, by }) => (
        <li key={id}>
          <span className={`icon ${hue}`} aria-hidden>
            <Icon size={12} strokeWidth={2.5} />
          </span>
          <span className="what">
            {what}
            {by ? <span className="by">{by}</span> : null}
          </span>
          <Instant value={at} style={style} />
        </li>
      ))}
    </Root>
  );
}
