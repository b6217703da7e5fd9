import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { type SiteDto, useListBackend } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { Link as RouterLink, useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { siteChoicesQuery } from '../../lookups/choices.api';
import { type AdminTexts, useTexts } from '../../texts';
import { identitiesQuery } from './identities.api';
import { countText, createIdentityColumns, MatchState } from './identity-columns';

const IdentityDrawer = lazy(() => import('./identity-drawer').then((m) => ({ default: m.IdentityDrawer })));

const states = ['undecided', 'merged', 'apart', 'settled'] as const;
const kinds = ['event', 'login', 'account'] as const;

/** `sites` is undefined while loading. */
const createFilters = (t: AdminTexts, sites: readonly SiteDto[] | undefined): FilterDef[] => [
  {
    kind: 'choice',
    field: 'state',
    label: t('words.status'),
    options: states.map((value) => ({ value, label: t(`identities.states.${value}`) })),
  },
  {
    kind: 'choice',
    field: 'kind',
    label: t('identities.what'),
    options: kinds.map((value) => ({ value, label: t(`identities.kinds.${value}`) })),
  },
  {
    kind: 'choice',
    field: 'site_id',
    label: t('sites.site'),
    options: sites?.map(({ id, name, display_name }) => ({ value: String(id), label: display_name || name })),
  },
];

/** Events, logins and accounts that turned out to be one, those to decide first. For administrators. */
export function IdentitiesPage() {
  const t = useTexts();
  const { data: sites } = useQuery(siteChoicesQuery());
  const filters = useMemo(() => createFilters(t, sites), [t, sites]);
  const columns = useMemo(() => createIdentityColumns(t), [t]);
  const state = useListState(useSearchParams(), { filters, sort: 'state' });
  const matches = useQuery(identitiesQuery(state.query));
  const open = /^\d{1,9}$/.test(state.open ?? '') ? Number(state.open) : null;
  return (
    <Page>
      <PageHeader
        title={t('identities.title')}
        meta={
          <Link component={RouterLink} to="/sites" underline="always">
            {t('sites.title')}
          </Link>
        }
      />
      <ListPage
        noun={t('identities.noun')}
        state={state}
        columns={columns}
        {...toListProps(matches)}
        filters={filters}
        backend={useListBackend('identity-matches', '/api/identity-matches', state.query)}
        searchPlaceholder={t('identities.search')}
        searchWidth={200}
        empty={{ sentence: t('identities.empty') }}
        keyOf={({ id }) => id}
        nameOf={({ identity }) => identity}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => state.setOpen(id)}
        openKey={open}
        narrow={(match) => ({
          title: match.identity,
          status: <MatchState state={match.state} />,
          second: countText(t, match),
          third: match.site_name ?? '–',
        })}
        drawer={
          open !== null ? (
            <Suspense fallback={null}>
              <IdentityDrawer key={open} id={open} onClose={() => state.setOpen(null)} />
            </Suspense>
          ) : null
        }
      />
    </Page>
  );
}
