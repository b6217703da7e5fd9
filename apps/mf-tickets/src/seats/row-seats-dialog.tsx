import { useQuery } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { Link } from '@tessera/federation/router';
import { describeError, DialogFrame, DialogHeader, ErrorAlert } from '@tessera/ui';
import { Box, Button, Skeleton, Typography } from '@tessera/ui/mui';
import { type MapSeat, seatKey, SeatMap } from '@tessera/ui/seat-map';
import { useTexts } from '../texts';
import { seatMapQuery } from './seat-map.api';

/** Seats of one row. */
export interface RowSeats {
  eventId: number;
  eventName: string | null;
  area: string | null;
  row: string | null;
  /** The keys of the seats that it is about. */
  keys: readonly string[];
}

export interface RowSeatsDialogProps {
  seats: RowSeats;
  onClose: () => void;
}

/** The seats of a row: those it is about, and the realm's others beside them. */
export function RowSeatsDialog({ seats, onClose }: RowSeatsDialogProps) {
  const t = useTexts();
  const titleId = useId();
  const { eventId, area, row, keys } = seats;
  const { data, error, refetch } = useQuery(
    seatMapQuery(eventId, { ...(area ? { area } : {}), ...(row ? { row } : {}) }),
  );
  const isMarked = useCallback((seat: MapSeat) => keys.includes(seatKey(seat)), [keys]);
  return (
    <DialogFrame
      open
      width={640}
      labelledBy={titleId}
      onClose={onClose}
      header={
        <DialogHeader
          id={titleId}
          title={t('seats.ofRow', { location: [area, row].filter(Boolean).join(', ') || '–' })}
          subtitle={seats.eventName ?? t('page.unknownEvent')}
          onClose={onClose}
        />
      }
      footer={
        <Button component={Link} to={`/on-sale/${eventId}/seats`}>
          {t('seats.all')}
        </Button>
      }
    >
      {error ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={96} aria-label={t('seats.loading')} />
      ) : data.areas.length === 0 ? (
        <Typography variant="body2">{t('seats.gone')}</Typography>
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <SeatMap seats={data} isMarked={isMarked} />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('seats.paler')}
          </Typography>
        </Box>
      )}
    </DialogFrame>
  );
}
