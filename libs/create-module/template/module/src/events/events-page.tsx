import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListBackend } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, Page, PageHeader, StatusChip } from '@tessera/ui';
import { useTexts } from '../texts';
import { eventsQuery } from './events.api';
import { createEventColumns, kickOffTime } from './events-columns';

/** The events of all sites, soonest first. */
export function EventsPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const filters = useMemo<readonly FilterDef[]>(
    () => [{ kind: 'text', field: 'category', label: t('events.category'), exact: true }],
    [t],
  );
  const state = useListState([params, setParams], { filters, sort: 'ko' });
  const columns = useMemo(() => createEventColumns(t), [t]);
  const events = useQuery(eventsQuery(state.query));
  return (
    <Page>
      <PageHeader title={t('events.title')} />
      <ListPage
        noun={t('events.noun')}
        state={state}
        columns={columns}
        {...toListProps(events)}
        filters={filters}
        backend={useListBackend('mf-sample', '/api/events', state.query)}
        searchPlaceholder={t('events.search')}
        searchWidth={200}
        empty={{ sentence: t('events.empty') }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        narrow={(event) => ({
          title: event.name,
          status: <StatusChip of="event" state={event.status} />,
          second: event.site_name,
          third: <Instant value={kickOffTime(event)} />,
        })}
      />
    </Page>
  );
}
