import { Box, ButtonBase, Typography } from '@mui/material';
import { memo } from 'react';
import { type SeatLooks, SeatRow } from './seat-row';
import { type MapArea, type MapSeat, seatKey } from './seats';
import { useSeatTexts } from './texts';

export interface SeatAreaProps {
  area: MapArea;
  looks: SeatLooks;
  isMarked: ((seat: MapSeat) => boolean) | undefined;
  /** The selected seat when it is in this area. */
  selected: string | null;
  /** Whether its name is a button, by `data-opens`, that shows the area alone. */
  opens: boolean;
}

/** Seats of an area's longest row. */
const seatsAcross = ({ rows }: MapArea): number =>
  rows.reduce((most, { seats }) => Math.max(most, seats.length), 0);

/** An area: its name, price level and counts, and its rows. The browser lays out only areas near the viewport. */
export const SeatArea = memo(function SeatArea({ area, looks, isMarked, selected, opens }: SeatAreaProps) {
  const t = useSeatTexts();
  const name = area.name === '' ? t('unknownArea') : area.name;
  const title = (
    <Typography component="span" variant="h5" sx={{ display: 'block', textAlign: 'left' }}>
      {name}
    </Typography>
  );
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        border: 1,
        borderColor: 'line.main',
        borderRadius: '8px',
        p: 1.5,
        maxWidth: '100%',
        contentVisibility: 'auto',
        // Near the real size, so that areas keep their lines when they come near the viewport.
        containIntrinsicSize: `calc(64px + ${seatsAcross(area)} * (var(--seat-size) + 2px)) auto calc(56px + ${area.rows.length} * (var(--seat-size) + 9px))`,
      }}
    >
      <Box sx={{ mb: 1 }}>
        {opens ? (
          <ButtonBase
            title={t('zoom', { area: name })}
            data-opens={area.key}
            sx={{ borderRadius: '4px', minHeight: 24, '&:hover': { textDecoration: 'underline' } }}
          >
            {title}
          </ButtonBase>
        ) : (
          title
        )}
        <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {t('count', { held: area.held, bought: area.bought })}
          {area.price_level === null ? null : ` · ${t('level', { level: area.price_level })}`}
        </Typography>
      </Box>
      <Box role="grid" aria-label={name} sx={{ display: 'grid', gap: '4px' }}>
        {area.rows.map((row) => (
          <SeatRow
            key={row.name}
            row={row}
            looks={looks}
            isMarked={isMarked}
            selected={
              selected !== null && row.seats.some((seat) => seatKey(seat) === selected) ? selected : null
            }
          />
        ))}
      </Box>
    </Box>
  );
});
