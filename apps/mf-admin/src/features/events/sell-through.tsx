import type { EventSeatsDto } from '@tessera/api';
import { Box, Button, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { ErrorAlert, formatCount, describeError, type SeriesKey } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTexts } from '../../texts';
import { eventSeatsQuery } from './events.api';
import { SeatsBar, type SeatsPart } from './seats-bar';

/** What the charts' hues stand for, in the order in which they are laid. */
const kinds: readonly [SeriesKey, Exclude<keyof EventSeatsDto, 'wanted'>][] = [
  ['bought', 'bought'],
  ['carted', 'held'],
  ['running', 'running'],
  ['waiting', 'waiting'],
  ['notStarted', 'not_started'],
  ['failed', 'failed'],
];

const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : formatCount(Math.round((part / whole) * 100));

/** How far an event is sold through: the seats that tasks want, by what has become of them. */
export function SellThrough({ eventId }: { eventId: number }) {
  const t = useTexts();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { data: seats, error, refetch } = useQuery(eventSeatsQuery(eventId));
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30 }}>
        <Box component="h3" id={id} sx={{ typography: 'h5', m: 0, flex: 1 }}>
          {t('events.seats.title')}
        </Box>
        {seats && seats.wanted > 0 ? (
          <Button size="small" variant="text" onClick={() => setAsTable(!asTable)}>
            {asTable ? t('events.seats.chart') : t('events.seats.table')}
          </Button>
        ) : null}
      </Box>
      {seats ? (
        <Seats seats={seats} asTable={asTable} />
      ) : error ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={72} />
      )}
    </Box>
  );
}

function Seats({ seats, asTable }: { seats: EventSeatsDto; asTable: boolean }) {
  const t = useTexts();
  const { wanted, bought } = seats;
  if (wanted === 0 && bought === 0)
    return <Box sx={{ color: 'text.secondary' }}>{t('events.seats.none')}</Box>;
  const summary = t('events.seats.summary', {
    bought: formatCount(bought),
    wanted: formatCount(wanted),
    percent: percentOf(bought, wanted),
  });
  const parts = kinds.map(([key, field]) => ({
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
              {t('events.seats.percent', { percent: percentOf(value, wanted) })}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
