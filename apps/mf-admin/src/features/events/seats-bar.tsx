import { styled } from '@tessera/ui/mui';
import { formatCount, type SeriesKey } from '@tessera/ui';

/** A part of the bar. */
export interface SeatsPart {
  /** Whose hue it takes. */
  key: SeriesKey;
  label: string;
  value: number;
}

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 10,
  // Paint of a series; what failed is hatched.
  '& i': { display: 'block', flex: 'none', borderRadius: 2, backgroundColor: 'var(--hue)' },
  '& i.failed': {
    backgroundColor: vars.palette.surface.raised,
    backgroundImage: 'repeating-linear-gradient(45deg, var(--hue) 0 3.2px, transparent 3.2px 5px)',
  },
  '& .bar': {
    display: 'flex',
    gap: 1.5,
    height: 14,
    overflow: 'hidden',
    borderRadius: 2,
    backgroundColor: vars.palette.line.subtle,
    '& i': { minWidth: 3 },
  },
  '& ul': {
    ...typography.caption,
    listStyle: 'none',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
    gap: '4px 16px',
    margin: 0,
    padding: 0,
    color: vars.palette.text.secondary,
  },
  '& li': { display: 'flex', alignItems: 'center', gap: 6, '& i': { width: 10, height: 10 } },
  '& b': { fontWeight: 600, marginLeft: 'auto', color: vars.palette.text.primary },
  ...Object.fromEntries(
    Object.entries(vars.palette.chart).map(([key, hue]) => [`& .${key}`, { '--hue': hue }]),
  ),
}));

/** One bar for all seats that are wanted, laid in the order of the look, with a legend that has the values. */
export function SeatsBar({
  parts,
  wanted,
  label,
}: {
  parts: readonly SeatsPart[];
  wanted: number;
  label: string;
}) {
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const whole = Math.max(wanted, sum, 1);
  return (
    <Root>
      <div role="img" aria-label={label} className="bar">
        {parts.map(({ key, value }) =>
          value > 0 ? <i key={key} className={key} style={{ width: `${(value / whole) * 100}%` }} /> : null,
        )}
      </div>
      <ul>
        {parts.map(({ key, label: name, value }) => (
          <li key={key}>
            <i className={key} />
            {name} <b>{formatCount(value)}</b>
          </li>
        ))}
      </ul>
    </Root>
  );
}
