import { useQuery } from '@tanstack/react-query';
import {
  Armchair,
  Banknote,
  CalendarDays,
  Copy,
  DoorClosed,
  DoorOpen,
  FlaskConical,
  Gauge,
  Hourglass,
  Plus,
  Rocket,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { type CountedEventDto, useCan, useEditing, useListBackend, useMayWrite, useUser } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { mayChangeEvent } from '@tessera/domain';
import { Link as RouterLink, useNavigate, useSearchParams } from '@tessera/federation/router';
import { Page, StatusChip, useAction, useLocale, usePageActions } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { createStatusFilter } from '../../lookups/filters';
import { fetchPrices } from '../../prices/prices.api';
import { SiteHeader, useSite } from '../../site-header';
import { describeUses, fetchImpact } from '../../switching/impact';
import { useSwitchOff } from '../../switching/use-switch-off';
import { type AdminTexts, useTexts } from '../../texts';
import { EventForm } from './event-form';
import { fetchEvent, siteEventsQuery, useDeleteEvent, useUpdateEvent } from './events.api';
import { createEventColumns } from './events-columns';

const PricesForm = lazy(() => import('../../prices/prices-form').then((m) => ({ default: m.PricesForm })));
const EventDrawer = lazy(() => import('./event-drawer').then((m) => ({ default: m.EventDrawer })));

const fetchPricesOfEvent = fetchPrices('event');

const createFilters = (t: AdminTexts): readonly FilterDef[] => [
  createStatusFilter(t, [
    { value: 'announced', label: t('events.announced') },
    { value: 'on_sale', label: t('events.on_sale') },
    { value: 'sold_out', label: t('events.sold_out') },
    { value: 'closed', label: t('events.closed') },
  ]),
  { kind: 'text', field: 'category', label: t('events.category'), exact: true },
];

/** Events of a site; by default the upcoming ones, soonest first. */
export function EventsPage() {
  const t = useTexts();
  const filters = useMemo(() => createFilters(t), [t]);
  const { siteId, site } = useSite();
  const [params, setParams] = useSearchParams();
  const state = useListState([params, setParams], { filters, sort: 'ko', extra: ['show'] });
  const isShowingAll = params.get('show') === 'all';
  const mayWrite = useMayWrite();
  const isAdmin = useCan('admin', 'all');
  const { realmId } = useUser();
  const mayChange = (event: CountedEventDto) => mayWrite && mayChangeEvent({ isAdmin, realmId }, event);
  const navigate = useNavigate();
  const { attempt, previewAndRun, showError } = useAction();
  const editor = useEditing(fetchEvent, showError);
  const priced = useEditing(fetchPricesOfEvent, showError);
  const { mutateAsync: remove } = useDeleteEvent();
  const { mutateAsync: update } = useUpdateEvent();
  const { switchOff, switchOn } = useSwitchOff();
  const query = useMemo(
    () => ({ ...state.query, ...(isShowingAll ? {} : { in_future: 'true' }) }),
    [state.query, isShowingAll],
  );
  const events = useQuery(siteEventsQuery(siteId, query));
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = useLocale();
  const columns = useMemo(
    () => createEventColumns(t, site?.time_zone, site?.time_zone === timeZone),
    [site?.time_zone, t, timeZone],
  );

  const launch = (id: number) => void navigate(`/jobs?launch=&launch_event=${id}`);
  const askDelete = async (event: CountedEventDto) => {
    const question = {
      title: t('words.deleteNamed', { name: event.name }),
      body: t('events.deleteBody'),
      confirmLabel: t('events.deleteConfirm'),
      danger: true,
    };
    await previewAndRun({
      ...question,
      preview: () => fetchImpact('event', event.id),
      question: ({ tasks, held_seats }) => {
        const blocked = describeUses(t, { unfinished_tasks: tasks, live_holds: held_seats });
        return { ...question, blocked };
      },
      work: () => remove(event.id),
      message: t('words.deleted', { name: event.name }),
    });
  };
  const switchAction = ({ id, name, status }: CountedEventDto): RowAction => {
    const target = { kind: 'event', id, name } as const;
    const setStatus = (to: CountedEventDto['status']) => () =>
      update({ id, body: { status: to }, etag: null });
    return status === 'closed'
      ? {
          label: t('switching.reopen'),
          icon: DoorOpen,
          onSelect: () => void switchOn(target, setStatus('announced')),
        }
      : {
          label: t('switching.close'),
          icon: DoorClosed,
          onSelect: () => void switchOff(target, setStatus('closed'), setStatus(status)),
        };
  };
  const copyGuid = ({ guid }: CountedEventDto) =>
    attempt(() => navigator.clipboard.writeText(guid), t('events.guidCopied'));
  const rowActions = (event: CountedEventDto): RowAction[] => {
    const write = mayWrite ? {} : { disabled: t('words.needsWrite') };
    const change = mayChange(event)
      ? {}
      : { disabled: t(mayWrite ? 'events.changeAdmins' : 'words.needsWrite') };
    const admin = isAdmin ? {} : { disabled: t('events.deleteAdmins') };
    return [
      {
        label: t('events.launch'),
        icon: Rocket,
        onSelect: () => launch(event.id),
        ...write,
      },
      {
        label: t('events.rehearse'),
        icon: FlaskConical,
        onSelect: () => void navigate(`/rehearsals?rehearse=event-${event.id}`),
        ...write,
      },
      {
        label: t('events.openRoom'),
        icon: Gauge,
        onSelect: () => void navigate(`/on-sale/${event.id}`),
      },
      {
        label: t('events.openWaiting'),
        icon: Hourglass,
        onSelect: () => void navigate(`/on-sale/${event.id}/waiting`),
      },
      {
        label: t('events.openSeats'),
        icon: Armchair,
        onSelect: () => void navigate(`/on-sale/${event.id}/seats`),
      },
      { label: t('events.copyGuid'), icon: Copy, onSelect: () => void copyGuid(event) },
      { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(event.id), ...change },
      { label: t('prices.title'), icon: Banknote, onSelect: () => priced.open(event.id), ...change },
      { ...switchAction(event), ...change },
      {
        label: t('words.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => void askDelete(event),
        ...admin,
      },
    ];
  };
  const openEvent = events.data?.rows.find(({ id }) => String(id) === state.open);
  const pricedEvent = events.data?.rows.find(({ id }) => id === priced.editing?.row?.id);
  const newEvent = { label: t('events.new'), icon: Plus, run: editor.openNew };
  usePageActions(mayWrite ? [newEvent] : []);
  const create = mayWrite ? (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      {t('events.new')}
    </Button>
  ) : null;
  const views = (
    <NavTabs
      label={t('events.shown')}
      value={isShowingAll ? 'all' : 'future'}
      onChange={(value) => setParams(value === 'all' ? { show: 'all' } : {})}
      items={[
        { value: 'future', label: t('events.upcoming') },
        { value: 'all', label: t('events.all') },
      ]}
    />
  );
  return (
    <Page>
      <SiteHeader
        title={t('events.title')}
        site={site}
        actions={
          <>
            <Button
              component={RouterLink}
              to={`/calendar?site_id=${siteId}`}
              startIcon={<CalendarDays size={16} aria-hidden />}
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
            >
              {t('events.calendar')}
            </Button>
            {create}
          </>
        }
      />
      <ListPage
        noun={t('events.noun')}
        state={state}
        presets={views}
        columns={columns}
        {...toListProps(events)}
        filters={filters}
        backend={useListBackend('events', `/api/sites/${siteId}/events`, query)}
        searchPlaceholder={t('events.search')}
        searchWidth={180}
        empty={{ sentence: isShowingAll ? t('events.empty') : t('events.noUpcoming'), action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        rowMenu={rowActions}
        onOpen={({ id }) => state.setOpen(id)}
        openKey={openEvent?.id ?? null}
        narrow={(event) => ({
          title: event.name,
          status: <StatusChip of="event" state={event.status} />,
          second: columns[1]?.cell(event),
          third: t('events.counts', {
            waiting: event.waiting_count,
            holds: event.hold_count,
            bought: event.ticket_count,
          }),
          end: event.category,
        })}
        drawer={
          openEvent ? (
            <Suspense fallback={null}>
              <EventDrawer
                key={openEvent.id}
                event={openEvent}
                site={site}
                onEdit={mayChange(openEvent) ? () => editor.open(openEvent.id) : null}
                onEditPrices={mayChange(openEvent) ? () => priced.open(openEvent.id) : null}
                onLaunch={mayWrite ? () => launch(openEvent.id) : null}
                onClose={() => state.setOpen(null)}
              />
            </Suspense>
          ) : null
        }
      />
      {editor.editing ? (
        <EventForm
          key={editor.editing.key}
          siteId={siteId}
          timeZone={site?.time_zone}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {priced.editing?.row ? (
        <Suspense fallback={null}>
          <PricesForm
            key={priced.editing.key}
            of="event"
            name={pricedEvent?.name ?? ''}
            siteCurrency={site?.currency ?? null}
            levels={{ ...site?.config.price_levels, ...pricedEvent?.price_levels }}
            areas={site?.config.areas ?? []}
            editing={priced.editing}
            onReload={priced.reload}
            onClose={priced.close}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}
