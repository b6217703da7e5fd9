import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SeatBalance } from '@tessera/api';
import { formatCount, QueryContent, type SeriesKey } from '@tessera/ui';
import { Box, Button, styled, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { eventSeatsQuery } from './events.api';

/** The series of the bar with the fields they show, in drawing order. */
const series: readonly [SeriesKey, 'won' | 'held' | 'open' | 'lost'][] = [
  ['bought', 'won'],
  ['carted', 'held'],
  ['running', 'open'],
  ['failed', 'lost'],
];

const formatPercent = (part: number, total: number): string =>
  total === 0 ? '–' : formatCount(Math.round((part / total) * 100));

/** Sell-through of an event: the wanted seats by state, as a bar or as a table. */
export function SellThrough({ eventId }: { eventId: number }) {
  const t = useTexts();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const found = useQuery(eventSeatsQuery(eventId));
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30 }}>
        <Box component="h3" id={id} sx={{ typography: 'h5', m: 0, flex: 1 }}>
          {t('events.seats.title')}
        </Box>
        {found.data && found.data.wanted > 0 ? (
          <Button size="small" variant="text" onClick={() => setAsTable(!asTable)}>
            {asTable ? t('events.seats.chart') : t('events.seats.table')}
          </Button>
        ) : null}
      </Box>
      <QueryContent query={found} inset="none" skeletons={[72]}>
        {(seats) => <Seats seats={seats} asTable={asTable} />}
      </QueryContent>
    </Box>
  );
}

function Seats({ seats, asTable }: { seats: SeatBalance; asTable: boolean }) {
  const t = useTexts();
  const { wanted, won } = seats;
  if (wanted === 0 && won === 0) return <Box sx={{ color: 'text.secondary' }}>{t('events.seats.none')}</Box>;
  const summary = t('events.seats.summary', {
    bought: formatCount(won),
    wanted: formatCount(wanted),
    percent: formatPercent(won, wanted),
  });
  const parts = series.map(([key, field]) => ({
    key,
    label: t(`events.seats.${field}`),
    value: seats[field],
  }));
  return (
    <>
      <Box sx={{ color: 'text.secondary' }}>{summary}</Box>
      {asTable ? (
        <SeatsTable parts={parts} wanted={wanted} />
      ) : (
        <SeatsBar parts={parts} wanted={wanted} label={summary} />
      )}
    </>
  );
}

function SeatsTable({ parts, wanted }: { parts: readonly SeatsPart[]; wanted: number }) {
  const t = useTexts();
  const rows = [...parts, { key: 'wanted', label: t('events.seats.wanted'), value: wanted }];
  return (
    <Table size="small" aria-label={t('events.seats.title')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('events.seats.what')}</TableCell>
          <TableCell align="right">{t('events.seats.number')}</TableCell>
          <TableCell align="right">{t('events.seats.share')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, label, value }) => (
          <TableRow key={key}>
            <TableCell component="th" scope="row">
              {label}
            </TableCell>
            <TableCell align="right">{formatCount(value)}</TableCell>
            <TableCell align="right">
              {t('events.seats.percent', { percent: formatPercent(value, wanted) })}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** A segment of the bar. */
interface SeatsPart {
  key: SeriesKey;
  label: string;
  value: number;
}

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 10,
  // The color of a series; failed seats are hatched.
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

/** A stacked bar with a legend that lists the values. */
function SeatsBar({ parts, wanted, label }: { parts: readonly SeatsPart[]; wanted: number; label: string }) {
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const total = Math.max(wanted, sum, 1);
  return (
    <Root>
      <div role="img" aria-label={label} className="bar">
        {parts.map(({ key, value }) =>
          value > 0 ? <i key={key} className={key} style={{ width: `${(value / total) * 100}%` }} /> : null,
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
