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
}

/** The seats of a row; those that are side by side stand together on a line. */
export const SeatRow = memo(function SeatRow({ row, looks, isMarked, selected }: SeatRowProps) {
  const t = useSeatTexts();
  const name = row.name === '' ? t('noRow') : t('row', { row: row.name });
  return (
    <div role="row" aria-label={name} className="seat-row">
      <span role="rowheader" title={name} className="seat-row-name">
        {row.name === '' ? '–' : row.name}
      </span>
      <span role="presentation" className="seat-runs">
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
                  data-mark={mark}
                />
              );
            })}
          </span>
        ))}
      </span>
    </div>
  );
});
