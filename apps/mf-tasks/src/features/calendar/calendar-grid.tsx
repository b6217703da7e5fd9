import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useServerNow } from '@tessera/api';
import { formatInstant, useLocale, VisuallyHidden } from '@tessera/ui';
import { Box, ButtonBase, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import type { CalendarConflict, CalendarEntry } from './calendar.api';
import { dayOf, instantAt, minutesOf } from './calendar-days';
import type { EntryActions } from './entry-details';
import { conflictsOf, kindIcon, kindLabel } from './entry-kinds';
import { MIN_MINUTES, MORE_MINUTES, placeDay } from './layout';
import { useDrag } from './use-drag';

const HOUR_PX = 56;
const AXIS_PX = 56;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** In a narrower window, half a day's column is too narrow for a name. */
const NARROW_WEEK_PX = 1280;
const px = (minutes: number): number => (minutes / 60) * HOUR_PX;

const Grid = styled('div')(({ theme: { vars } }) => ({
  position: 'relative',
  display: 'grid',
  height: 24 * HOUR_PX,
  '& .hour': {
    position: 'absolute',
    left: 0,
    right: 0,
    borderTop: `1px solid ${vars.palette.line.subtle}`,
    pointerEvents: 'none',
  },
  '& .hour span': {
    position: 'absolute',
    top: -9,
    left: 0,
    width: AXIS_PX - 8,
    textAlign: 'right',
    fontSize: 11,
    lineHeight: '18px',
    color: vars.palette.text.secondary,
    backgroundColor: vars.palette.surface.main,
  },
  '& .day': { position: 'relative', minWidth: 0, borderLeft: `1px solid ${vars.palette.line.subtle}` },
  '& .now': {
    position: 'absolute',
    left: 0,
    right: 0,
    height: 2,
    backgroundColor: vars.palette.accent.main,
    pointerEvents: 'none',
    zIndex: 1,
  },
}));

const Block = styled(ButtonBase)(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  position: 'absolute',
  display: 'block',
  padding: '3px 6px',
  overflow: 'hidden',
  textAlign: 'left',
  borderRadius: 4,
  border: `1px solid ${vars.palette.line.main}`,
  borderLeft: `3px solid ${vars.palette.status.stone.main}`,
  backgroundColor: vars.palette.surface.raised,
  color: vars.palette.text.primary,
  '&:hover': { backgroundColor: vars.palette.surface.hover },
  '&.job': { borderLeftColor: vars.palette.status.lapis.main },
  '&.on_sale': { borderLeftColor: vars.palette.status.verdigris.main },
  '&.over': { color: vars.palette.text.secondary },
  '&.movable': { cursor: 'grab' },
  '&.dragged': { opacity: 0.5, cursor: 'grabbing' },
  '&.ghost': { borderStyle: 'dashed', pointerEvents: 'none', zIndex: 2 },
  '& .first': { display: 'flex', gap: 4, alignItems: 'center', whiteSpace: 'nowrap', overflow: 'hidden' },
  '& .first svg': { flex: 'none' },
  '& .warn': { color: vars.palette.status.ochre.text },
  '& .name': {
    display: 'block',
    fontWeight: 600,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}));

const More = styled(ButtonBase)(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  position: 'absolute',
  left: 2,
  right: 4,
  height: px(MORE_MINUTES) - 2,
  borderRadius: 4,
  fontWeight: 550,
  color: vars.palette.accent.text,
  backgroundColor: vars.palette.surface.sunken,
}));

export interface CalendarGridProps extends EntryActions {
  days: readonly string[];
  entries: readonly CalendarEntry[];
  conflicts: readonly CalendarConflict[];
  timeZone: string;
  onOpen: (entry: CalendarEntry, anchor: HTMLElement) => void;
  /** Shows all entries of a day. */
  onOpenDay: (day: string) => void;
}

/** Days side by side with their hours: jobs can be dragged to another time. */
export function CalendarGrid(props: CalendarGridProps) {
  const { days, entries, conflicts, timeZone, onOpen, onOpenDay, onMove, forbidden } = props;
  const t = useTexts();
  const { locale } = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const now = new Date(useServerNow(60_000)).toISOString();
  const today = dayOf(now, timeZone);
  const { drop, handlersOf, isDragClick } = useDrag({
    columns,
    days,
    hourPx: HOUR_PX,
    onDrop: ({ entry, day, minutes }) => onMove(entry, instantAt(day, minutes, timeZone)),
  });
  const isNarrow = useIsTight(NARROW_WEEK_PX);
  const [narrow, wide] = days.length === 1 ? [4, 6] : [1, 2];
  const lanes = isNarrow ? narrow : wide;
  const placed = useMemo(() => {
    const spans = entries.map((entry) => ({
      entry,
      start: minutesOf(entry.at, timeZone),
      minutes: entry.ends_at ? (Date.parse(entry.ends_at) - Date.parse(entry.at)) / 60_000 : 0,
    }));
    const byDay = Map.groupBy(spans, ({ entry }) => dayOf(entry.at, timeZone));
    return new Map(days.map((day) => [day, placeDay(byDay.get(day) ?? [], lanes)]));
  }, [days, entries, lanes, timeZone]);

  const first = entries.length > 0 ? Math.min(...entries.map(({ at }) => minutesOf(at, timeZone))) : 480;
  const range = days.join();
  const scrollToFirst = useEffectEvent(() => {
    if (scroller.current) scroller.current.scrollTop = Math.max(0, px(first) - HOUR_PX);
  });
  // Only when other days are shown, so that it never moves under the pointer.
  useLayoutEffect(() => scrollToFirst(), [range]);

  const content = (entry: CalendarEntry, at: string): ReactNode => {
    const Icon = kindIcon[entry.kind];
    const found = conflictsOf(entry, conflicts).length;
    return (
      <>
        <span className="first">
          <Icon size={12} strokeWidth={2} aria-hidden />
          {formatInstant(at, { locale, timeZone, style: 'time' })} {kindLabel(t, entry.kind)}
          {found > 0 ? (
            <>
              <TriangleAlert className="warn" size={12} strokeWidth={2} aria-hidden />
              <VisuallyHidden>{t('calendar.conflicts', { count: found })}</VisuallyHidden>
            </>
          ) : null}
        </span>
        <span className="name">{entry.name}</span>
      </>
    );
  };

  return (
    // It scrolls by keys too, on days without a button to focus.
    <Box
      ref={scroller}
      role="region"
      tabIndex={0}
      aria-label={t('calendar.title')}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', borderTop: 1, borderColor: 'line.main' }}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: `${AXIS_PX}px repeat(${days.length}, minmax(0, 1fr))`,
          position: 'sticky',
          top: 0,
          zIndex: 3,
          bgcolor: 'surface.sunken',
          borderBottom: 1,
          borderColor: 'line.main',
        }}
      >
        <span />
        {days.map((day) => (
          <Box
            key={day}
            component="h2"
            id={`day-${day}`}
            sx={{
              typography: 'h5',
              m: 0,
              p: 1,
              minWidth: 0,
              color: day === today ? 'accent.text' : undefined,
            }}
          >
            {/* Noon: every day has it, in each zone. */}
            {formatInstant(instantAt(day, 720, timeZone), { locale, timeZone, style: 'date' })}
            {day === today ? <VisuallyHidden> ({t('calendar.today')})</VisuallyHidden> : null}
          </Box>
        ))}
      </Box>
      <Grid>
        {hours.map((hour) => (
          <div key={hour} className="hour" style={{ top: px(hour * 60) }} aria-hidden>
            {hour === 0 ? null : <span>{`${String(hour).padStart(2, '0')}:00`}</span>}
          </div>
        ))}
        <Box
          ref={columns}
          sx={{
            display: 'grid',
            gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))`,
            ml: `${AXIS_PX}px`,
            height: '100%',
          }}
        >
          {days.map((day) => {
            const { placed: blocks, hidden } = placed.get(day) ?? { placed: [], hidden: [] };
            return (
              <section key={day} className="day" aria-labelledby={`day-${day}`}>
                {day === today ? <div className="now" style={{ top: px(minutesOf(now, timeZone)) }} /> : null}
                {blocks.map(({ span: { entry, start }, top, height, lane, lanes: of }) => {
                  const mayMove = entry.can_move && forbidden === undefined;
                  return (
                    <Block
                      key={entry.id}
                      className={[
                        entry.kind,
                        ...(entry.at < now ? ['over'] : []),
                        ...(mayMove ? ['movable'] : []),
                        ...(drop?.entry.id === entry.id ? ['dragged'] : []),
                      ].join(' ')}
                      style={{
                        top: px(top) + 1,
                        height: px(height) - 2,
                        left: `calc(${(lane / of) * 100}% + 2px)`,
                        width: `calc(${100 / of}% - 4px)`,
                      }}
                      title={entry.name}
                      aria-haspopup="dialog"
                      onClick={(event) => {
                        if (!isDragClick()) onOpen(entry, event.currentTarget);
                      }}
                      {...(mayMove ? handlersOf(entry, start) : {})}
                    >
                      {content(entry, entry.at)}
                    </Block>
                  );
                })}
                {hidden.map(({ top, count }) => (
                  <More key={top} style={{ top: px(top) }} onClick={() => onOpenDay(day)}>
                    {t('calendar.more', { count })}
                  </More>
                ))}
                {drop?.day === day ? (
                  <Block
                    className={`${drop.entry.kind} ghost`}
                    style={{ top: px(drop.minutes) + 1, height: px(MIN_MINUTES) - 2, left: 2, right: 4 }}
                    tabIndex={-1}
                    aria-hidden
                  >
                    {content(drop.entry, instantAt(day, drop.minutes, timeZone))}
                  </Block>
                ) : null}
              </section>
            );
          })}
        </Box>
      </Grid>
    </Box>
  );
}
