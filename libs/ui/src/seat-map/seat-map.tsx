import { Box, Button } from '@mui/material';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, startTransition, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { SegmentedControl } from '../form/segmented-control';
import { VisuallyHidden } from '../theme/visually-hidden';
import { SeatArea } from './seat-area';
import { SeatLegend } from './seat-legend';
import type { SeatLooks } from './seat-row';
import { seatStyles } from './seat-styles';
import { SeatTooltip } from './seat-tooltip';
import {
  type ColorBy,
  colorings,
  type EventSeats,
  jobLooks,
  locateSeat,
  type MapArea,
  type MapSeat,
  plainLook,
  priceLooks,
  seatKey,
} from './seats';
import { useSeatTexts } from './texts';
import { useSeatDescription } from './use-seat-description';
import { useSeatFocus } from './use-seat-focus';

/** Up to this many seats are shown large; an area that is shown alone always is. */
const LARGE_UP_TO = 400;

export interface SeatMapProps {
  seats: EventSeats;
  colorBy?: ColorBy;
  /** Chooses what the colours stand for; without it there is neither choice nor legend. */
  onColorBy?: (colorBy: ColorBy) => void;
  /** The key of the area that is shown alone. */
  zoomed?: string | null;
  /** Shows an area alone, or all; without it areas can't be. */
  onZoom?: (key: string | null) => void;
  /** Seats that the map is about, a stable function; the others are paler. */
  isMarked?: (seat: MapSeat) => boolean;
  /** The key of the selected seat. */
  selected?: string | null;
  /** A click, Enter or the space bar on a seat. */
  onSelect?: (key: string) => void;
  /** Between legend and seats, for instance the site's map. */
  children?: ReactNode;
}

/** What the grid shows. */
interface Drawn {
  areas: readonly MapArea[];
  isAlone: boolean;
  isLarge: boolean;
}

const nothing: Drawn = { areas: [], isAlone: false, isLarge: true };

/** The key of the seat that an element shows, if it shows one. */
const keyOf = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-seat]')?.dataset.seat;

const has = (area: MapArea, key: string): boolean =>
  area.rows.some(({ seats }) => seats.some((seat) => seatKey(seat) === key));

/** How the seats of each price level look. */
function useLooks({ areas, jobs }: EventSeats, colorBy: ColorBy) {
  const ofJobs = useMemo(() => jobLooks(jobs), [jobs]);
  const ofPrices = useMemo(() => priceLooks(areas), [areas]);
  const ofAreas = useMemo(
    () =>
      new Map<string | null, SeatLooks>(
        [null, ...ofPrices.keys()].map((level) => [
          level,
          { colorBy, jobs: ofJobs, price: (level === null ? undefined : ofPrices.get(level)) ?? plainLook },
        ]),
      ),
    [colorBy, ofJobs, ofPrices],
  );
  return { ofJobs, ofPrices, ofAreas };
}

/** Held and bought seats by area and row. Thousands of seats are drawn without blocking the page. */
export function SeatMap(props: SeatMapProps) {
  const { colorBy = 'state', onColorBy, zoomed = null, onZoom, isMarked, selected = null, onSelect } = props;
  const t = useSeatTexts();
  const grid = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const focus = useSeatFocus(grid);
  const describe = useSeatDescription(props.seats);
  const looks = useLooks(props.seats, useDeferredValue(colorBy));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = useMemo((): Drawn => {
    const alone = zoomed === null ? undefined : props.seats.areas.find(({ key }) => key === zoomed);
    const areas = alone ? [alone] : props.seats.areas;
    const count = areas.reduce((sum, { held, bought }) => sum + held + bought, 0);
    return { areas, isAlone: alone !== undefined, isLarge: alone !== undefined || count <= LARGE_UP_TO };
  }, [props.seats.areas, zoomed]);
  // Drawn in the background, so that the page answers while thousands of seats are.
  const { areas, isAlone, isLarge } = useDeferredValue(shown, nothing);

  // The tooltip may follow a fast pointer or a held key later.
  const point = ({ target }: { target: EventTarget }) => {
    const seat = (target as Element).closest<HTMLElement>('[data-seat]');
    startTransition(() => setAnchor(seat));
  };
  const hide = () => setAnchor(null);
  const pointed = anchor?.isConnected && anchor.dataset.seat ? locateSeat(areas, anchor.dataset.seat) : null;
  const select = (target: EventTarget) => {
    const key = keyOf(target);
    if (key !== undefined) onSelect?.(key);
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {onColorBy ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5 }}>
          <SegmentedControl
            label={t('colorBy')}
            value={colorBy}
            onChange={onColorBy}
            segments={colorings.map((value) => ({ value, label: t(value) }))}
          />
          <SeatLegend
            colorBy={colorBy}
            areas={props.seats.areas}
            jobs={props.seats.jobs}
            jobLooks={looks.ofJobs}
            priceLooks={looks.ofPrices}
          />
        </Box>
      ) : null}
      {props.children}
      {shown.isAlone && onZoom ? (
        <div>
          <Button
            size="small"
            onClick={() => onZoom(null)}
            startIcon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('allAreas')}
          </Button>
        </div>
      ) : null}
      <VisuallyHidden id={keysId}>{t('keys')}</VisuallyHidden>
      <Box
        ref={grid}
        role="group"
        aria-label={t('seats')}
        aria-describedby={keysId}
        data-size={isLarge ? 'large' : 'small'}
        onKeyDown={(event) => {
          if (event.key === 'Escape') hide();
          else if ((event.key === 'Enter' || event.key === ' ') && keyOf(event.target) !== undefined) {
            event.preventDefault();
            select(event.target);
          } else focus.onKeyDown(event);
        }}
        onFocus={(event) => {
          focus.onFocus(event);
          point(event);
        }}
        onBlur={hide}
        onMouseOver={point}
        onMouseLeave={hide}
        onClick={({ target }) => select(target)}
        sx={(theme) => ({
          ...seatStyles(theme),
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          gap: 1.5,
        })}
      >
        {areas.map((area) => (
          <SeatArea
            key={area.name}
            area={area}
            looks={looks.ofAreas.get(area.price_level) ?? { colorBy, jobs: looks.ofJobs, price: plainLook }}
            isMarked={isMarked}
            selected={selected !== null && has(area, selected) ? selected : null}
            isLarge={isLarge}
            onZoom={isAlone ? undefined : onZoom}
          />
        ))}
      </Box>
      <SeatTooltip anchor={pointed ? anchor : null}>
        {pointed ? describe(pointed).join('\n') : null}
      </SeatTooltip>
    </Box>
  );
}
