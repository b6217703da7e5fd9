import { TriangleAlert } from 'lucide-react';
import { Instant, StatusChip, useLocale } from '@tessera/ui';
import { Box, ButtonBase, styled } from '@tessera/ui/mui';
import { conflictText } from '../../move-job/conflict-text';
import { useTexts } from '../../texts';
import type { CalendarConflict, CalendarEntry } from './calendar.api';
import { dayOf } from './calendar-days';
import { conflictsOf, kindIcon, kindLabel, venueTime } from './entry-kinds';

const Row = styled(ButtonBase)(({ theme: { vars, breakpoints, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: '64px 116px minmax(0, 1fr) auto',
  gap: '2px 12px',
  alignItems: 'baseline',
  width: '100%',
  minHeight: 44,
  padding: '8px 24px',
  textAlign: 'left',
  borderBottom: `1px solid ${vars.palette.line.subtle}`,
  '&:hover': { backgroundColor: vars.palette.surface.hover },
  '& .kind': { display: 'flex', gap: 6, alignItems: 'center', color: vars.palette.text.secondary },
  '& .name': { fontWeight: 550, overflowWrap: 'anywhere' },
  '& .second': { color: vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .conflict': { display: 'flex', gap: 6, color: vars.palette.status.ochre.text, overflowWrap: 'anywhere' },
  '& .conflict svg': { flex: 'none', marginTop: 2 },
  [breakpoints.down('sm')]: {
    padding: '8px 16px',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    '& .kind': { gridColumn: '2 / 3', gridRow: 1 },
    '& .what': { gridColumn: '2 / -1', gridRow: 2 },
    '& .state': { gridColumn: 3, gridRow: 1 },
  },
}));

export interface CalendarAgendaProps {
  entries: readonly CalendarEntry[];
  conflicts: readonly CalendarConflict[];
  timeZone: string;
  onOpen: (entry: CalendarEntry, anchor: HTMLElement) => void;
}

/** The entries by day, in order of time. */
export function CalendarAgenda({ entries, conflicts, timeZone, onOpen }: CalendarAgendaProps) {
  const t = useTexts();
  const { locale } = useLocale();
  const days = [...Map.groupBy(entries, ({ at }) => dayOf(at, timeZone))];
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      {days.map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <Box
            component="h2"
            id={`day-${day}`}
            sx={{
              typography: 'h5',
              m: 0,
              px: { xs: 2, sm: 3 },
              py: 1,
              position: 'sticky',
              top: 0,
              zIndex: 2,
              bgcolor: 'surface.sunken',
              borderBottom: 1,
              borderColor: 'line.subtle',
            }}
          >
            <Instant value={ofDay[0]?.at} timeZone={timeZone} style="date" />
          </Box>
          {ofDay.map((entry) => {
            const Icon = kindIcon[entry.kind];
            const atVenue = venueTime(entry, { locale, timeZone });
            return (
              <Row
                key={entry.id}
                onClick={(event) => onOpen(entry, event.currentTarget)}
                aria-haspopup="dialog"
              >
                <Instant value={entry.at} timeZone={timeZone} style="time" />
                <span className="kind">
                  <Icon size={14} strokeWidth={1.75} aria-hidden />
                  {kindLabel(t, entry.kind)}
                </span>
                <span className="what">
                  <span className="name">{entry.name}</span>
                  <Box component="span" className="second" sx={{ display: 'block' }}>
                    {[
                      ...(atVenue === null ? [] : [t('calendar.atVenue', { time: atVenue })]),
                      ...(entry.kind === 'job' ? [entry.event_name] : []),
                      entry.site_name,
                      ...(entry.tasks > 0 ? [t('words.taskCount', { count: entry.tasks })] : []),
                    ].join(' · ')}
                  </Box>
                  {conflictsOf(entry, conflicts).map((conflict) => (
                    <span className="conflict" key={`${conflict.other.job_id} ${conflict.other.event_id}`}>
                      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
                      {conflictText(t, conflict, { locale, timeZone })}
                    </span>
                  ))}
                </span>
                <span className="state">
                  {entry.kind === 'kick_off' ? null : (
                    <StatusChip of={entry.kind === 'job' ? 'job' : 'event'} state={entry.status} />
                  )}
                </span>
              </Row>
            );
          })}
        </section>
      ))}
    </Box>
  );
}
