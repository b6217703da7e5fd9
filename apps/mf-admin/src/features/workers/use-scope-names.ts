import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { realmChoicesQuery, siteChoicesQuery } from '../../lookups/choices.api';
import { useTexts } from '../../texts';

/** Formats ids as names: "Harbour Box Office, Foundry Hall"; null, which means all, as "All sites". */
export interface ScopeNames {
  sites: (ids: readonly number[] | null) => string;
  realms: (ids: readonly number[] | null) => string;
}

/** The names of the sites and realms that tokens and workers are limited to. */
export function useScopeNames(): ScopeNames {
  const t = useTexts();
  const { data: sites } = useQuery(siteChoicesQuery());
  const { data: realms } = useQuery(realmChoicesQuery());
  return useMemo(() => {
    const nameLister = (names: Map<number, string>, all: string) => (ids: readonly number[] | null) =>
      ids === null ? all : ids.map((id) => names.get(id) ?? `#${id}`).join(', ');
    return {
      sites: nameLister(
        new Map(sites?.map((site) => [site.id, site.display_name || site.name])),
        t('workers.allSites'),
      ),
      realms: nameLister(new Map(realms?.map(({ id, name }) => [id, name])), t('workers.allRealms')),
    };
  }, [sites, realms, t]);
}
