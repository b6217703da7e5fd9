import { Box, Popper } from '@mui/material';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { VisuallyHidden } from '@tessera/ui';
import { SeatArea } from './seat-area';
import type { SeatLooks } from './seat-row';
import { seatStyles } from './seat-styles';
import { AllAreasButton, SeatToolbar } from './seat-toolbar';
import {
  type ColorBy,
  type EventSeats,
  jobLooks,
  locateSeat,
  type MapArea,
  type MapSeat,
  plainLook,
  priceLevels,
  priceLooks,
} from './seats';
import { useSeatTexts } from './texts';
import { useSeatDescription } from './use-seat-description';
import { useSeatFocus } from './use-seat-focus';
import { useSeatZoom } from './use-seat-zoom';

/** Up to this many seats are shown large; an area that is shown alone always is. */
const LARGE_UP_TO = 400;

export interface SeatMapProps {
  seats: EventSeats;
  colorBy?: ColorBy;
  /** Chooses what the colours mean; without it there is no toolbar. */
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
  /** Whether all seats have room as large ones. */
  fits: boolean;
}

const nothing: Drawn = { areas: [], isAlone: false, fits: true };

/** The key of the seat that an element shows, if it shows one. */
const keyOf = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-seat]')?.dataset.seat;

/** How the seats of each price level look. The looks stay the same objects while jobs and price levels do. */
function useLooks({ areas, jobs }: EventSeats, colorBy: ColorBy) {
  const ids = JSON.stringify(jobs.map(({ id }) => id));
  const levels = JSON.stringify(priceLevels(areas));
  const ofJobs = useMemo(() => jobLooks(JSON.parse(ids) as number[]), [ids]);
  const ofPrices = useMemo(() => priceLooks(JSON.parse(levels) as string[]), [levels]);
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

/**
 * Held and bought seats by area and row. Thousands of seats are drawn without blocking the page, and once: a selection, a focus,
 * a pointer and the zoom draw none of them again, a change of a row its seats.
 */
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
    return { areas, isAlone: alone !== undefined, fits: alone !== undefined || count <= LARGE_UP_TO };
  }, [props.seats.areas, zoomed]);
  // Drawn in the background, so that the page answers while thousands of seats are.
  const { areas, isAlone, fits } = useDeferredValue(shown, nothing);
  const selectedArea = useMemo(
    () => (selected === null ? undefined : locateSeat(areas, selected)?.area),
    [areas, selected],
  );
  const zoom = useSeatZoom(grid, { isAlone, fits });

  // The tooltip may follow a fast pointer or a held key later.
  const point = ({ target }: { target: EventTarget }) => {
    const seat = (target as Element).closest<HTMLElement>('[data-seat]');
    startTransition(() => setAnchor(seat));
  };
  const hide = () => setAnchor(null);
  const pointed = anchor?.isConnected && anchor.dataset.seat ? locateSeat(areas, anchor.dataset.seat) : null;
  const click = (target: EventTarget) => {
    const key = keyOf(target);
    const opened = (target as Element).closest<HTMLElement>('[data-opens]')?.dataset.opens;
    if (key !== undefined) onSelect?.(key);
    else if (opened !== undefined) onZoom?.(opened);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') hide();
    else if ((event.key === 'Enter' || event.key === ' ') && keyOf(event.target) !== undefined) {
      event.preventDefault();
      click(event.target);
    } else focus.onKeyDown(event);
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {onColorBy ? (
        <SeatToolbar
          colorBy={colorBy}
          onColorBy={onColorBy}
          areas={props.seats.areas}
          jobs={props.seats.jobs}
          jobLooks={looks.ofJobs}
          priceLooks={looks.ofPrices}
          zoom={zoom}
        />
      ) : null}
      {props.children}
      {shown.isAlone && onZoom ? <AllAreasButton onClick={() => onZoom(null)} /> : null}
      <VisuallyHidden id={keysId}>{t('keys')}</VisuallyHidden>
      <Box
        ref={grid}
        role="group"
        aria-label={t('seats')}
        aria-describedby={keysId}
        data-size={zoom.isLarge ? 'large' : 'small'}
        style={{ '--seat-size': `${zoom.size}px` } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          focus.onFocus(event);
          point(event);
        }}
        onBlur={hide}
        onMouseOver={point}
        onMouseLeave={hide}
        onClick={({ target }) => click(target)}
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
            selected={area === selectedArea ? selected : null}
            opens={!isAlone && onZoom !== undefined}
          />
        ))}
      </Box>
      <SeatTooltip anchor={pointed ? anchor : null}>
        {pointed ? describe(pointed).join('\n') : null}
      </SeatTooltip>
    </Box>
  );
}

/** Details of the seat under the pointer or with the focus, beside it. */
function SeatTooltip({ anchor, children }: { anchor: HTMLElement | null; children: ReactNode }) {
  return (
    <Popper
      open={anchor !== null}
      anchorEl={anchor}
      placement="top"
      sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}
    >
      <Box
        sx={(theme) => ({
          maxWidth: 300,
          mb: '6px',
          px: 1.25,
          py: 0.75,
          borderRadius: '6px',
          background: theme.vars.palette.bar.main,
          color: theme.vars.palette.bar.text,
          typography: 'caption',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
        })}
      >
        {children}
      </Box>
    </Popper>
  );
}
