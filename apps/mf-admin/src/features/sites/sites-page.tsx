import { useCan, useEditing, type SiteDto, useListBackend } from '@tessera/api';
import { Button } from '@mui/material';
import {
  ListPage,
  Page,
  PageHeader,
  toProblem,
  useAction,
  useListState,
  usePageActions,
  type RowAction,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, KeyRound, Plus, Settings2, SquarePen, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ConfigDialog } from './config-form';
import { SiteForm } from './site-form';
import { siteName, sitesColumns } from './sites-columns';
import { readSite, sitesQuery, useDeleteSite, useReplaceSite } from './sites.api';

const adminsOnly = 'Only administrators change sites';

/** Ticketing sites: one catalogue for all realms (contract section 2). */
export function SitesPage() {
  const state = useListState(useSearchParams(), { sort: 'name' });
  const mayAdmin = useCan('admin', 'all');
  const mayWrite = useCan('write');
  const navigate = useNavigate();
  const { attempt, ask, fail } = useAction();
  const editor = useEditing(readSite, fail);
  const configured = useEditing(readSite, fail);
  const { mutateAsync: remove } = useDeleteSite();
  const { mutateAsync: replace } = useReplaceSite();
  const { data, error, isFetching, refetch } = useQuery(sitesQuery(state.query));

  const columns = useMemo(() => {
    const setEnabled = async (
      { id, name, url, display_name, config, currency, time_zone }: SiteDto,
      on: boolean,
    ) => {
      const body = { name, url, display_name, config, currency, time_zone, enabled: on ? 1 : 0 } as const;
      await attempt(
        () => replace({ id, body, etag: null }),
        `${display_name || name} ${on ? 'enabled' : 'disabled'}`,
      );
    };
    return sitesColumns({ mayAdmin, mayWrite, setEnabled: (site, on) => void setEnabled(site, on) });
  }, [attempt, mayAdmin, mayWrite, replace]);

  const askDelete = async (site: SiteDto) => {
    const body = 'It must have no logins, events or unfinished tasks.';
    const question = { title: `Delete ${siteName(site)}?`, body, confirmLabel: 'Delete site', danger: true };
    await ask(question, () => remove(site.id), `${siteName(site)} deleted`);
  };
  const actionsOf = (site: SiteDto): RowAction[] => {
    const admin = mayAdmin ? {} : { disabled: adminsOnly };
    const write = mayWrite ? {} : { disabled: 'Logins need the permission write:own' };
    return [
      { label: 'Events', icon: CalendarDays, onSelect: () => void navigate(`/sites/${site.id}/events`) },
      {
        label: 'Logins',
        icon: KeyRound,
        onSelect: () => void navigate(`/sites/${site.id}/logins`),
        ...write,
      },
      { label: 'Edit', icon: SquarePen, onSelect: () => editor.open(site.id), ...admin },
      { label: 'Configure', icon: Settings2, onSelect: () => configured.open(site.id), ...admin },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(site), ...admin },
    ];
  };
  usePageActions(mayAdmin ? [{ label: 'New site', icon: Plus, run: editor.openNew }] : []);
  const create = mayAdmin ? (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      New site
    </Button>
  ) : null;
  return (
    <Page>
      <PageHeader title="Sites" actions={create} />
      <ListPage
        noun="sites"
        state={state}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        backend={useListBackend('sites', '/api/sites', state.query)}
        searchPlaceholder="Name or address"
        searchWidth={200}
        empty={{ sentence: 'No sites yet. A site is a place where tickets are sold.', action: create }}
        keyOf={({ id }) => id}
        nameOf={siteName}
        stamp={({ updated_at }) => updated_at}
        onOpen={(site) => void navigate(`/sites/${site.id}/events`)}
        rowMenu={actionsOf}
        narrow={(site) => ({
          title: siteName(site),
          second: site.url,
          third: site.time_zone ?? '–',
          end: site.enabled ? 'Enabled' : 'Disabled',
        })}
      />
      {editor.editing ? (
        <SiteForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {configured.editing ? (
        <ConfigDialog editing={configured.editing} onReload={configured.reload} onClose={configured.close} />
      ) : null}
    </Page>
  );
}
