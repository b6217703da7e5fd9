import { useCan, useEditing, type EventDto, useListBackend } from '@tessera/api';
import { Button } from '@mui/material';
import {
  ListPage,
  NavTabs,
  Page,
  StatusChip,
  toProblem,
  useAction,
  useListState,
  usePageActions,
  type FilterDef,
  type RowAction,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Copy, Plus, Rocket, SquarePen, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SiteHead } from '../../site/site-head';
import { useSite } from '../../site/use-site';
import { EventForm } from './event-form';
import { eventsColumns } from './events-columns';
import { readEvent, siteEventsQuery, useDeleteEvent } from './events.api';

const filters: readonly FilterDef[] = [
  {
    kind: 'choice',
    field: 'status',
    label: 'Status',
    options: [
      { value: 'announced', label: 'Announced' },
      { value: 'on_sale', label: 'On sale' },
      { value: 'sold_out', label: 'Sold out' },
      { value: 'closed', label: 'Closed' },
    ],
  },
  { kind: 'text', field: 'category', label: 'Category', operator: 'is' },
];

/** Events of a site: those ahead by default, soonest first. */
export function EventsPage() {
  const { siteId, site } = useSite();
  const [params, setParams] = useSearchParams();
  const state = useListState([params, setParams], { filters, sort: 'ko', extra: ['show'] });
  const all = params.get('show') === 'all';
  const mayWrite = useCan('write');
  const mayAdmin = useCan('admin', 'all');
  const navigate = useNavigate();
  const { attempt, ask, fail } = useAction();
  const editor = useEditing(readEvent, fail);
  const { mutateAsync: remove } = useDeleteEvent();
  const query = useMemo(
    () => ({ ...state.query, ...(all ? {} : { in_future: 'true' }) }),
    [state.query, all],
  );
  const { data, error, isFetching, refetch } = useQuery(siteEventsQuery(siteId, query));
  const columns = useMemo(() => eventsColumns(site?.time_zone), [site?.time_zone]);

  const askDelete = async (event: EventDto) => {
    const body = 'It must have no unfinished tasks and no live holds. Purchased tickets stay.';
    const question = { title: `Delete ${event.name}?`, body, confirmLabel: 'Delete event', danger: true };
    await ask(question, () => remove(event.id), `${event.name} deleted`);
  };
  const copyGuid = ({ guid }: EventDto) => attempt(() => navigator.clipboard.writeText(guid), 'GUID copied');
  const actionsOf = (event: EventDto): RowAction[] => {
    const write = mayWrite ? {} : { disabled: 'This needs the permission write:own' };
    const admin = mayAdmin ? {} : { disabled: 'Only administrators delete events' };
    return [
      {
        label: 'Launch a job',
        icon: Rocket,
        onSelect: () => void navigate(`/jobs?launch=&launch_event=${event.id}`),
        ...write,
      },
      { label: 'Copy GUID', icon: Copy, onSelect: () => void copyGuid(event) },
      { label: 'Edit', icon: SquarePen, onSelect: () => editor.open(event.id), ...write },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(event), ...admin },
    ];
  };
  const newEvent = { label: 'New event', icon: Plus, run: editor.openNew };
  usePageActions(mayWrite ? [newEvent] : []);
  const create = mayWrite ? (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      New event
    </Button>
  ) : null;
  const views = (
    <NavTabs
      label="Which events"
      value={all ? 'all' : 'future'}
      onChange={(value) => setParams(value === 'all' ? { show: 'all' } : {})}
      items={[
        { value: 'future', label: 'In future' },
        { value: 'all', label: 'All' },
      ]}
    />
  );
  return (
    <Page>
      <SiteHead title="Events" site={site} actions={create} />
      <ListPage
        noun="events"
        state={state}
        views={views}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        backend={useListBackend('events', `/api/sites/${siteId}/events`, query)}
        searchPlaceholder="Name or GUID"
        searchWidth={180}
        empty={{ sentence: all ? 'This site has no events yet.' : 'No events ahead.', action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        stamp={({ updated_at }) => updated_at}
        rowMenu={actionsOf}
        {...(mayWrite ? { onOpen: ({ id }: EventDto) => editor.open(id) } : {})}
        narrow={(event) => ({
          title: event.name,
          status: <StatusChip of="event" state={event.status} />,
          second: columns[1]?.cell(event),
          third: event.guid,
          end: event.category,
        })}
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
    </Page>
  );
}
