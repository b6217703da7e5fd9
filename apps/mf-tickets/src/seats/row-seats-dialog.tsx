import { useQuery } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { Link } from '@tessera/federation/router';
import { formatSeats } from '@tessera/product-ui';
import { type MapSeat, seatKey, SeatMap } from '@tessera/product-ui/seat-map';
import { DialogFrame, DialogHeader, QueryContent } from '@tessera/ui';
import { Box, Button, Typography } from '@tessera/ui/mui';
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
  const found = useQuery(seatMapQuery(eventId, { area: area || undefined, row: row || undefined }));
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
          title={t('seats.ofRow', { location: formatSeats([{ area, row, seat: null }]) })}
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
      <QueryContent
        query={found}
        inset="none"
        loading={t('seats.loading')}
        skeletons={[96]}
        empty={{
          when: (map) => map.areas.length === 0,
          show: <Typography variant="body2">{t('seats.gone')}</Typography>,
        }}
      >
        {(map) => (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <SeatMap seats={map} isMarked={isMarked} />
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('seats.paler')}
            </Typography>
          </Box>
        )}
      </QueryContent>
    </DialogFrame>
  );
}
