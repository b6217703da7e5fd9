import { styled } from '@mui/material';
import { seriesLabel, taskSeries, type SeriesKey } from './task-series';
import { formatCount } from './money';

const Root = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: 0,
  color: vars.palette.text.secondary,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& svg': { flex: 'none' },
  '& .name': { fontWeight: 600, color: vars.palette.text.primary },
  '& b': { fontWeight: 600, color: vars.palette.text.primary },
}));

export interface ChartLegendProps {
  /** Which time the values are of. */
  name: string;
  values: Readonly<Record<SeriesKey, number>>;
  fill: (key: SeriesKey) => string;
}

/** The series with their values. */
export function ChartLegend({ name, values, fill }: ChartLegendProps) {
  return (
    <Root>
      <li className="name">{name}</li>
      {taskSeries.map(({ key }) => (
        <li key={key}>
          <svg width={10} height={10} aria-hidden>
            <rect width={10} height={10} rx={2} fill={fill(key)} />
          </svg>
          {seriesLabel(key)} <b>{formatCount(values[key])}</b>
        </li>
      ))}
    </Root>
  );
}
