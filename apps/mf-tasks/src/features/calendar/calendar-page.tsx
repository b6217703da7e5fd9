import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronLeft, ChevronRight, Plus, Rocket, Rss } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isAbortOrTimeout, serverNow, useLive, useMayAct, useMayWrite } from '@tessera/api';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import {
  Alert,
  browserTimeZone,
  describeError,
  EmptyState,
  ErrorAlert,
  formatInstant,
  Page,
  PageHeader,
  SegmentedControl,
  useAction,
  useCommands,
  useLocale,
  usePageActions,
} from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button, IconButton, Skeleton, Switch } from '@tessera/ui/mui';
import { isDay } from '@tessera/ui/panels';
import { HeaderButton } from '../../header-button';
import { sitesQuery } from '../../lookups/lookups.api';
import { choicesOf, siteName } from '../../lookups/options';
import { MoveDialog } from '../../move-job/move-dialog';
import { useMoveEffects, useMoveSentence } from '../../move-job/move-effects';
import { fetchMove, useMoveJob } from '../../move-job/move-job.api';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { type CalendarEntry, type CalendarFilters, calendarQuery } from './calendar.api';
import { CalendarAgenda } from './calendar-agenda';
import { addDays, dayOf, daysOf, instantAt, rangeOf, type View, views } from './calendar-days';
import { CalendarGrid } from './calendar-grid';
import { EntryDetails } from './entry-details';
import { conflictsOf, kindLabel, kinds } from './entry-kinds';
import { SubscribeDialog } from './subscribe-dialog';
import { ToggleLabel } from './toggle-label';

/**
 * The page's state in its address: `?view=week&date=2026-11-27&kind=job&site_id=3&all=true`. Without it, what comes next of the
 * events that something is planned for.
 */
function useCalendarState(today: string) {
  const [params, setParams] = useSearchParams();
  const view = views.find((each) => each === params.get('view')) ?? 'agenda';
  const given = params.get('date') ?? '';
  const date = isDay(given) ? given : today;
  const kind = kinds.find((each) => each === params.get('kind')) ?? '';
  const site = /^[1-9]\d{0,9}$/.test(params.get('site_id') ?? '') ? (params.get('site_id') ?? '') : '';
  const all = params.get('all') === 'true';
  const set = (changes: Record<string, string>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const filters: CalendarFilters = {
    kind,
    site_id: site || undefined,
    planned: all ? undefined : true,
  };
  return { view, date, kind, site, all, filters, set };
}

/** On-sales, starts of events and scheduled jobs by day, week or as an agenda. */
export function CalendarPage() {
  const t = useTexts();
  const mayWrite = useMayWrite();
  const mayLaunch = useMayAct('launch');
  const navigate = useNavigate();
  const { locale, timeZone: chosenZone } = useLocale();
  const timeZone = chosenZone ?? browserTimeZone();
  const today = dayOf(new Date(serverNow()).toISOString(), timeZone);
  const state = useCalendarState(today);
  const { set } = state;
  const isNarrow = useIsTight(600);
  const view: View = isNarrow ? 'agenda' : state.view;
  const days = useMemo(() => daysOf(view, state.date), [view, state.date]);
  const range = useMemo(() => rangeOf(days, timeZone), [days, timeZone]);
  const isLive = useLive().status === 'live';
  const { data, error, refetch } = useQuery(calendarQuery({ ...state.filters, ...range }, isLive));
  const sites = useQuery(sitesQuery());
  const [open, setOpen] = useState<{ entry: CalendarEntry; anchor: HTMLElement } | null>(null);
  const [moving, setMoving] = useState<{ entry: CalendarEntry; to: string | null } | null>(null);
  const [isSubscribing, setSubscribing] = useState(false);
  const runNow = useRunNow();

  const step = view === 'day' ? 1 : days.length;
  const go = (date: string) => set({ date: date === today ? '' : date });
  const earlier = () => go(addDays(state.date, -step));
  const later = () => go(addDays(state.date, step));
  const subscribe = { label: t('calendar.subscribe'), icon: Rss, run: () => setSubscribing(true) };
  const launch = {
    label: t('words.launch'),
    icon: Rocket,
    run: () => void navigate('/jobs?launch'),
    disabled: mayLaunch ? undefined : t('words.needsLaunch'),
  };
  const newEvent = {
    label: t('calendar.newEvent'),
    icon: Plus,
    run: () => void navigate(state.site ? `/sites/${state.site}/events` : '/sites'),
    disabled: mayWrite ? undefined : t('words.needsWrite'),
  };
  usePageActions([launch, newEvent, subscribe]);
  useCommands([
    { label: t('calendar.earlier'), group: t('calendar.title'), keys: ['['], run: earlier },
    { label: t('calendar.later'), group: t('calendar.title'), keys: [']'], run: later },
    { label: t('calendar.today'), group: t('calendar.title'), keys: ['.'], run: () => go(today) },
    ...views.map((each) => ({
      label: t(`calendar.views.${each}`),
      group: t('calendar.title'),
      inPalette: true,
      run: () => set({ view: each }),
    })),
  ]);

  const format = (day: string) =>
    formatInstant(instantAt(day, 720, timeZone), { locale, timeZone, style: 'date' });
  const first = days[0] ?? today;
  const shown = days.length === 1 ? format(first) : `${format(first)} – ${format(days.at(-1) ?? first)}`;
  const shownError = error && !isAbortOrTimeout(error) ? error : null;
  const conflicts = data?.conflicts ?? [];
  const entries = data?.entries ?? [];
  const forbidden = mayLaunch ? undefined : t('words.needsLaunch');
  const onOpen = (entry: CalendarEntry, anchor: HTMLElement) => setOpen({ entry, anchor });
  const onMove = (entry: CalendarEntry, to: string | null) => setMoving({ entry, to });

  return (
    <Page>
      <PageHeader
        title={t('calendar.title')}
        meta={`${shown} · ${t('calendar.zone', { zone: timeZone })}`}
        actions={
          <>
            <HeaderButton action={subscribe} secondary />
            <HeaderButton action={newEvent} secondary />
            <HeaderButton action={launch} />
          </>
        }
      />
      <Box
        role="group"
        aria-label={t('calendar.controls')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'end', px: { xs: 2, sm: 3 }, pb: 1.5 }}
      >
        <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
          <IconButton aria-label={t('calendar.earlier')} onClick={earlier}>
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <Button onClick={() => go(today)}>{t('calendar.today')}</Button>
          <IconButton aria-label={t('calendar.later')} onClick={later}>
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Box>
        {isNarrow ? null : (
          <SegmentedControl
            label={t('calendar.view')}
            value={view}
            onChange={(value) => set({ view: value === 'agenda' ? '' : value })}
            segments={views.map((each) => ({ value: each, label: t(`calendar.views.${each}`) }))}
          />
        )}
        <PlainSelect
          label={t('calendar.kind')}
          value={state.kind}
          empty={t('calendar.allKinds')}
          onChange={(kind) => set({ kind })}
          options={kinds.map((kind) => ({ value: kind, label: kindLabel(t, kind) }))}
          sx={{ width: 150 }}
        />
        <PlainSelect
          label={t('words.site')}
          value={state.site}
          empty={t('calendar.allSites')}
          onChange={(site_id) => set({ site_id })}
          options={
            sites.data
              ? choicesOf(sites.data, siteName)
              : state.site
                ? [{ value: state.site, label: t('words.loading') }]
                : []
          }
          sx={{ width: 180 }}
        />
        <ToggleLabel>
          <Switch checked={state.all} onChange={(_event, isOn) => set({ all: isOn ? 'true' : '' })} />
          {t('calendar.allEvents')}
        </ToggleLabel>
      </Box>
      {shownError ? (
        <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
          <ErrorAlert error={describeError(shownError)} onRetry={() => void refetch()} />
        </Box>
      ) : null}
      {conflicts.length > 0 || data?.capped ? (
        <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5, display: 'grid', gap: 1 }}>
          {conflicts.length > 0 ? (
            <Alert tone="warning">
              {t('calendar.conflictsFound', {
                count: conflicts.length,
                minutes: data?.conflict_minutes ?? 0,
              })}
            </Alert>
          ) : null}
          {data?.capped ? <Alert tone="info">{t('calendar.capped')}</Alert> : null}
        </Box>
      ) : null}
      {data === undefined ? (
        shownError ? null : (
          <Box sx={{ px: { xs: 2, sm: 3 } }} aria-busy="true" aria-label={t('words.loading')} role="status">
            <Skeleton height={420} />
          </Box>
        )
      ) : view !== 'agenda' ? (
        <CalendarGrid
          days={days}
          entries={entries}
          conflicts={conflicts}
          timeZone={timeZone}
          onOpen={onOpen}
          onOpenDay={(day) => set({ view: '', date: day })}
          onMove={onMove}
          onRunNow={runNow}
          forbidden={forbidden}
        />
      ) : entries.length === 0 ? (
        <EmptyState
          action={
            <Button startIcon={<CalendarDays size={16} strokeWidth={1.75} aria-hidden />} onClick={later}>
              {t('calendar.later')}
            </Button>
          }
        >
          {t('calendar.empty')}
        </EmptyState>
      ) : (
        <CalendarAgenda entries={entries} conflicts={conflicts} timeZone={timeZone} onOpen={onOpen} />
      )}
      {open ? (
        <EntryDetails
          entry={open.entry}
          conflicts={conflictsOf(open.entry, conflicts)}
          anchor={open.anchor}
          timeZone={timeZone}
          onClose={() => setOpen(null)}
          onMove={onMove}
          onRunNow={runNow}
          forbidden={forbidden}
        />
      ) : null}
      {moving ? (
        <MoveDialog
          key={`${moving.entry.id} ${moving.to}`}
          entry={moving.entry}
          to={moving.to}
          onClose={() => setMoving(null)}
        />
      ) : null}
      {isSubscribing ? <SubscribeDialog onClose={() => setSubscribing(false)} /> : null}
    </Page>
  );
}

/** Starts a scheduled job now, after a question that says what it means. */
function useRunNow(): (entry: CalendarEntry) => void {
  const t = useTexts();
  const { previewAndRun } = useAction();
  const { mutateAsync: move } = useMoveJob();
  const effects = useMoveEffects();
  const sentence = useMoveSentence();
  return ({ job_id, name }) => {
    const id = job_id ?? 0;
    const asked = { title: t('calendar.runNowNamed', { name }), confirmLabel: t('calendar.runNow') };
    void previewAndRun({
      ...asked,
      preview: () => fetchMove(id, new Date(serverNow()).toISOString()),
      question: (preview) => ({
        ...asked,
        body: sentence(preview),
        // That it starts at once is what the person asked for.
        consequences: effects({
          ...preview,
          checks: preview.checks.filter(({ code }) => code !== 'STARTS_AT_ONCE'),
        }),
      }),
      work: (preview) => move({ id, at: preview.to, etag: preview.etag }),
      message: t('calendar.started', { name }),
    });
  };
}
