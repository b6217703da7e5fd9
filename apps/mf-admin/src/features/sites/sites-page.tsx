import { useQuery } from '@tanstack/react-query';
import { Banknote, CalendarDays, Combine, KeyRound, Plus, Settings2, SquarePen, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import {
  type CountedSiteDto,
  identitiesList,
  keysOf,
  pageOf,
  type SiteDto,
  useCan,
  useEditing,
  useListBackend,
} from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { Link as RouterLink, useNavigate, useSearchParams } from '@tessera/federation/router';
import { Alert, Page, PageHeader, useAction, usePageActions } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { fetchPrices } from '../../prices/prices.api';
import { describeUses } from '../../switching/impact';
import { useSwitchOff } from '../../switching/use-switch-off';
import { type AdminTexts, useTexts } from '../../texts';
import { ConfigDialog } from './config-form';
import { SiteForm } from './site-form';
import { fetchSite, sitesQuery, useDeleteSite, useSetSiteEnabled } from './sites.api';
import { createSiteColumns, siteName } from './sites-columns';

const PricesForm = lazy(() => import('../../prices/prices-form').then((m) => ({ default: m.PricesForm })));
const fetchPricesOfSite = fetchPrices('site');

const enabledFilter = (t: AdminTexts): FilterDef => ({
  kind: 'choice',
  field: 'enabled',
  label: t('words.status'),
  single: true,
  negatable: false,
  options: [
    { value: '1', label: t('sites.enabled') },
    { value: '0', label: t('sites.disabled') },
  ],
});

const disabledBy = (reason: string | undefined) => (reason === undefined ? {} : { disabled: reason });

/** Ticketing sites: one catalogue for all realms. */
export function SitesPage() {
  const t = useTexts();
  const filters = useMemo(() => [enabledFilter(t)], [t]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const mayAdmin = useCan('admin', 'all');
  const mayWrite = useCan('write');
  const navigate = useNavigate();
  const { confirmAndRun, showError } = useAction();
  const editor = useEditing(fetchSite, showError);
  const configured = useEditing(fetchSite, showError);
  const priced = useEditing(fetchPricesOfSite, showError);
  const { mutateAsync: remove } = useDeleteSite();
  const { mutateAsync: setSiteEnabled } = useSetSiteEnabled();
  const { switchOff, switchOn } = useSwitchOff();
  const sites = useQuery(sitesQuery(state.query));

  const columns = useMemo(() => {
    const setEnabled = (site: SiteDto, on: boolean) => {
      const { id } = site;
      const target = { kind: 'site', id, name: siteName(t, site) } as const;
      const enable = () => setSiteEnabled({ id, enabled: 1 });
      if (on) return void switchOn(target, enable);
      return void switchOff(target, () => setSiteEnabled({ id, enabled: 0 }), enable);
    };
    return createSiteColumns(t, { mayAdmin, mayWrite, setEnabled });
  }, [mayAdmin, mayWrite, setSiteEnabled, switchOff, switchOn, t]);

  const askDelete = async (site: SiteDto) => {
    const name = siteName(t, site);
    const question = {
      title: t('words.deleteNamed', { name }),
      body: t('sites.deleteBody'),
      confirmLabel: t('sites.deleteConfirm'),
      danger: true,
    };
    await confirmAndRun(question, () => remove(site.id), t('words.deleted', { name }));
  };
  const rowActions = (site: CountedSiteDto): RowAction[] => {
    const admin = mayAdmin ? {} : { disabled: t('sites.adminsOnly') };
    const usesOf = ({ event_count, login_count, active_tasks }: CountedSiteDto) =>
      describeUses(t, { events: event_count, logins: login_count, unfinished_tasks: active_tasks });
    const write = mayWrite ? {} : { disabled: t('sites.loginsNeed') };
    return [
      {
        label: t('sites.events'),
        icon: CalendarDays,
        onSelect: () => void navigate(`/sites/${site.id}/events`),
      },
      {
        label: t('sites.logins'),
        icon: KeyRound,
        onSelect: () => void navigate(`/sites/${site.id}/logins`),
        ...write,
      },
      { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(site.id), ...admin },
      { label: t('sites.configure'), icon: Settings2, onSelect: () => configured.open(site.id), ...admin },
      { label: t('prices.title'), icon: Banknote, onSelect: () => priced.open(site.id), ...admin },
      {
        label: t('words.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => void askDelete(site),
        ...disabledBy(mayAdmin ? usesOf(site) : t('sites.adminsOnly')),
      },
    ];
  };
  usePageActions(
    mayAdmin
      ? [
          { label: t('sites.new'), icon: Plus, run: editor.openNew },
          { label: t('identities.title'), icon: Combine, run: () => void navigate('/identities') },
        ]
      : [],
  );
  const pricedSite = sites.data?.rows.find(({ id }) => id === priced.editing?.row?.id);
  const create = mayAdmin ? (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      {t('sites.new')}
    </Button>
  ) : mayWrite ? (
    <Button onClick={() => void navigate('/requests?ask=site')}>{t('requests.askSite')}</Button>
  ) : null;
  return (
    <Page>
      <PageHeader title={t('sites.title')} actions={create} />
      <UndecidedBanner />
      <ListPage
        noun={t('sites.noun')}
        state={state}
        columns={columns}
        {...toListProps(sites)}
        filters={filters}
        backend={useListBackend('sites', '/api/sites', state.query)}
        searchPlaceholder={t('sites.search')}
        searchWidth={200}
        empty={{ sentence: t('sites.empty'), action: create }}
        keyOf={({ id }) => id}
        nameOf={(site) => siteName(t, site)}
        versionOf={({ updated_at }) => updated_at}
        onOpen={(site) => void navigate(`/sites/${site.id}/events`)}
        rowMenu={rowActions}
        narrow={(site) => ({
          title: siteName(t, site),
          second: site.url,
          third: site.time_zone ?? '–',
          end: site.enabled ? t('sites.enabled') : t('sites.disabled'),
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
      {priced.editing?.row && pricedSite ? (
        <Suspense fallback={null}>
          <PricesForm
            key={priced.editing.key}
            of="site"
            name={siteName(t, pricedSite)}
            siteCurrency={pricedSite.currency}
            levels={pricedSite.config.price_levels ?? {}}
            areas={pricedSite.config.areas ?? []}
            editing={priced.editing}
            onReload={priced.reload}
            onClose={priced.close}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Only their number is shown. */
const query = { state: 'undecided', fields: 'id', page_size: 1 };

/** Says to administrators that events, logins or accounts share an identity and wait for a decision. */
function UndecidedBanner() {
  const t = useTexts();
  const { data } = useQuery({
    queryKey: keysOf('identity-matches').list(query),
    queryFn: async ({ signal }) => pageOf(await identitiesList({ query, signal })),
    enabled: useCan('admin', 'all'),
  });
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
      <Alert tone="warning">
        {t('identities.undecided', { count })}{' '}
        <Link component={RouterLink} to="/identities?state=undecided" underline="always">
          {t('identities.decide')}
        </Link>
      </Alert>
    </Box>
  );
}
