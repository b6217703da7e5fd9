import { Box } from '@mui/material';
import { memo } from 'react';
import { type ColorBy, type Look, type MapRow, type MapSeat, plainLook, runsOf, seatKey } from './seats';
import { type SeatTexts, useSeatTexts } from './texts';

/** How the seats of an area look. */
export interface SeatLooks {
  colorBy: ColorBy;
  jobs: ReadonlyMap<number, Look>;
  /** Of the area's price level. */
  price: Look;
}

const lookOf = (
  seat: MapSeat,
  { colorBy, jobs, price }: SeatLooks,
): { look: number | string; mark: string } => {
  if (colorBy === 'state') return { look: seat.state, mark: seat.seat || '·' };
  if (colorBy === 'price') return price;
  return (seat.job_id === null ? undefined : jobs.get(seat.job_id)) ?? plainLook;
};

/** A seat's accessible name: "Seat 14, Held, beside 2 other seats". */
const nameOf = (t: SeatTexts, seat: MapSeat, neighbours: number): string =>
  [
    seat.seat === '' ? t('noNumber') : t('seat', { seat: seat.seat }),
    t(seat.state),
    ...(neighbours > 0 ? [t('beside', { count: neighbours })] : []),
  ].join(', ');

export interface SeatRowProps {
  row: MapRow;
  looks: SeatLooks;
  /** Seats that the map is about; the others are paler. */
  isMarked: ((seat: MapSeat) => boolean) | undefined;
  /** The selected seat when it is in this row. */
  selected: string | null;
  isLarge: boolean;
}

/** The seats of a row; those that are side by side stand together on a line. */
export const SeatRow = memo(function SeatRow({ row, looks, isMarked, selected, isLarge }: SeatRowProps) {
  const t = useSeatTexts();
  const name = row.name === '' ? t('noRow') : t('row', { row: row.name });
  return (
    <Box
      role="row"
      aria-label={name}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, minHeight: isLarge ? 36 : 17 }}
    >
      <Box
        component="span"
        role="rowheader"
        title={name}
        sx={{
          flex: 'none',
          width: 32,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          textAlign: 'right',
          typography: 'caption',
          fontSize: 11,
          lineHeight: isLarge ? '30px' : '12px',
          color: 'text.secondary',
        }}
      >
        {row.name === '' ? '–' : row.name}
      </Box>
      <Box
        component="span"
        role="presentation"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: isLarge ? '8px' : '5px' }}
      >
        {runsOf(row.seats).map((run) => (
          <span
            key={run[0] && seatKey(run[0])}
            role="presentation"
            data-run={run.length > 1 ? 'together' : undefined}
            className="seat-run"
          >
            {run.map((seat) => {
              const { look, mark } = lookOf(seat, looks);
              const key = seatKey(seat);
              return (
                <span
                  key={key}
                  role="gridcell"
                  tabIndex={-1}
                  aria-label={nameOf(t, seat, run.length - 1)}
                  aria-selected={key === selected}
                  data-seat={key}
                  data-look={look}
                  data-state={seat.state}
                  data-unmarked={isMarked && !isMarked(seat) ? '' : undefined}
                >
                  {isLarge ? mark : null}
                </span>
              );
            })}
          </span>
        ))}
      </Box>
    </Box>
  );
});
