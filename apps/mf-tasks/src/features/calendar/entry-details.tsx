import { CalendarClock, Play, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link as RouterLink } from '@tessera/federation/router';
import { PlannedCost } from '@tessera/product-ui/costs';
import { Instant, StatusChip, useLocale } from '@tessera/ui';
import { Box, Button, Link, Popover } from '@tessera/ui/mui';
import { conflictText, type EntryConflict } from '../../move-job/conflict-text';
import { useTexts } from '../../texts';
import type { CalendarEntry } from './calendar.api';
import { kindIcon, kindLabel, venueTime } from './entry-kinds';

/** What people can do with an entry. */
export interface EntryActions {
  /** Asks where a job moves to; with `to` where it was dropped. */
  onMove: (entry: CalendarEntry, to: string | null) => void;
  onRunNow: (entry: CalendarEntry) => void;
  /** Why the user can't move jobs; undefined when they can. */
  forbidden: string | undefined;
}

export interface EntryDetailsProps extends EntryActions {
  entry: CalendarEntry;
  conflicts: readonly EntryConflict[];
  anchor: HTMLElement;
  timeZone: string;
  onClose: () => void;
}

/** An entry with its times, its conflicts, and what can be done with it. */
export function EntryDetails(props: EntryDetailsProps) {
  const { entry, conflicts, anchor, timeZone, onClose, onMove, onRunNow, forbidden } = props;
  const t = useTexts();
  const id = useId();
  const { locale } = useLocale();
  const Icon = kindIcon[entry.kind];
  const atVenue = venueTime(entry, { locale, timeZone });
  const refusal = forbidden ?? (entry.can_move ? undefined : t('calendar.hasStarted'));
  const act = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { mt: 0.5, width: 340, p: 2 } } }}
    >
      <Box sx={{ display: 'grid', gap: 1.25 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', color: 'text.secondary' }}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          <Box component="span" sx={{ typography: 'subtitle2', flex: 1 }}>
            {kindLabel(t, entry.kind)}
          </Box>
          {entry.kind === 'kick_off' ? null : (
            <StatusChip of={entry.kind === 'job' ? 'job' : 'event'} state={entry.status} />
          )}
        </Box>
        <Box component="h2" id={id} sx={{ typography: 'h3', m: 0, overflowWrap: 'anywhere' }}>
          {entry.name}
        </Box>
        <Box>
          <Instant value={entry.at} timeZone={timeZone} style="date-time" />
          {atVenue === null ? null : (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {` · ${t('calendar.atVenue', { time: atVenue })}`}
            </Box>
          )}
        </Box>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[
            ...(entry.kind === 'job' ? [entry.event_name] : []),
            entry.site_name,
            t('words.taskCount', { count: entry.tasks }),
          ].join(' · ')}
        </Box>
        {entry.kind === 'job' && (entry.cost !== null || entry.unpriced_seats) ? (
          <Box>
            {t('words.plannedCost')}:{' '}
            <PlannedCost
              costs={entry.cost ? [entry.cost] : []}
              seats={null}
              unpricedSeats={entry.unpriced_seats ?? 0}
            />
          </Box>
        ) : null}
        {conflicts.map((conflict) => (
          <Box
            key={`${conflict.other.job_id} ${conflict.other.event_id}`}
            sx={{ display: 'flex', gap: 1, color: 'status.ochre.text' }}
          >
            <TriangleAlert size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
            <span>{conflictText(t, conflict, { locale, timeZone })}</span>
          </Box>
        ))}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {entry.kind === 'job' ? (
            <Link component={RouterLink} to={`/jobs/${entry.job_id}`}>
              {t('calendar.openJob')}
            </Link>
          ) : (
            <Link component={RouterLink} to={`/tasks?event_id=${entry.event_id}`}>
              {t('calendar.openTasks')}
            </Link>
          )}
          <Link component={RouterLink} to={`/on-sale/${entry.event_id}`}>
            {t('calendar.openRoom')}
          </Link>
        </Box>
        {entry.kind === 'job' ? (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Button
              startIcon={<CalendarClock size={16} strokeWidth={1.75} aria-hidden />}
              disabled={refusal !== undefined}
              onClick={act(() => onMove(entry, null))}
            >
              {t('calendar.move')}
            </Button>
            <Button
              startIcon={<Play size={16} strokeWidth={1.75} aria-hidden />}
              disabled={refusal !== undefined}
              onClick={act(() => onRunNow(entry))}
            >
              {t('calendar.runNow')}
            </Button>
            {refusal === undefined ? null : (
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{refusal}</Box>
            )}
          </Box>
        ) : null}
      </Box>
    </Popover>
  );
}
