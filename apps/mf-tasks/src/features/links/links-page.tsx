import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useEditing, useListBackend, useLive, useMayWrite } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, stateOptions, useAction, usePageActions } from '@tessera/ui';
import { HeaderButton } from '../../header-button';
import { eventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { nameOf, siteName } from '../../lookups/options';
import { useFilterNames, useFilterOptions } from '../../lookups/use-filter-options';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { linkColumns, linkNarrow } from './link-columns';
import { EditLink, NewLink } from './link-form';
import { isStorableStatus } from './link-form-values';
import { getLink, linksQuery } from './links.api';
import { useLinkActions } from './use-link-actions';

const lookupFilters = ['event_id', 'site_id'];

function useLinkFilters(enabled: boolean): readonly FilterDef[] {
  const t = useTexts();
  const events = useFilterOptions(eventsQuery(), nameOf, enabled);
  const sites = useFilterOptions(sitesQuery(), siteName, enabled);
  return useMemo(
    () => [
      {
        field: 'status',
        label: t('words.status'),
        kind: 'choice',
        options: stateOptions('link').filter(isStorableStatus),
      },
      { field: 'event_id', label: t('words.event'), kind: 'choice', options: events },
      { field: 'site_id', label: t('words.site'), kind: 'choice', options: sites },
      { field: 'created', label: t('words.created'), kind: 'date' },
    ],
    [events, sites, t],
  );
}

/** The list of Queue-it links. */
export function LinksPage() {
  const t = useTexts();
  const mayWrite = useMayWrite();
  const [params, setParams] = useSearchParams();
  const filterNames = useFilterNames(lookupFilters, params);
  const filters = useLinkFilters(filterNames.areNeeded);
  const tight = useIsTight();
  const columns = useMemo(() => linkColumns(t, tight), [t, tight]);
  const narrow = useMemo(() => linkNarrow(t), [t]);
  const state = useListState([params, setParams], { filters, sort: '-created_at', pageSize: 20 });
  const isLive = useLive().status === 'live';
  const links = useQuery({ ...linksQuery(state.query), refetchInterval: isLive ? false : 10_000 });
  const editor = useEditing(getLink, useAction().showError);
  const actions = useLinkActions({ mayWrite, onEdit: ({ id }) => editor.open(id) });
  const create = {
    label: t('links.new'),
    icon: Plus,
    run: editor.openNew,
    disabled: mayWrite ? undefined : t('words.needsWrite'),
  };
  usePageActions([create]);
  const total = links.data?.total ?? undefined;
  return (
    <Page>
      <PageHeader
        title={t('links.title')}
        meta={total === undefined ? null : t('words.inTotal', { total })}
        actions={<HeaderButton action={create} />}
      />
      <ListPage
        noun={t('links.noun')}
        state={state}
        columns={columns}
        {...toListProps(links)}
        filters={filters}
        preloadFilters={filterNames.preload}
        backend={useListBackend('links', '/api/queueitlinks', state.query)}
        empty={{
          sentence: t('links.empty'),
          action: mayWrite ? <HeaderButton action={create} /> : undefined,
        }}
        keyOf={(link) => link.id}
        nameOf={(link) => t('links.named', { login: link.login_name, event: link.event_name })}
        versionOf={(link) => link.updated_at}
        narrow={narrow}
        rowMenu={actions}
        onOpen={mayWrite ? (link) => editor.open(link.id) : undefined}
      />
      {editor.editing?.row ? (
        <EditLink
          key={editor.editing.key}
          link={editor.editing.row}
          etag={editor.editing.etag}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : editor.editing ? (
        <NewLink key={editor.editing.key} onClose={editor.close} />
      ) : null}
    </Page>
  );
}
