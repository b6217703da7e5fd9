import { queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jobsList, keysOf, loginsList, useCan, useCanAct } from '@tessera/api';
import { eventsQuery, poolsQuery, realmsQuery, sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { nameOf, siteName } from '../../lookups/options';
import { useFilterOptions } from '../../lookups/use-filter-options';
import type { FilterChoices } from './task-filters';

/** The options of the list's filters, each once it is loaded. Nothing is loaded until `enabled`. */
export function useFilterChoices(enabled: boolean): FilterChoices {
  const isAdmin = useCan('admin', 'all');
  const mayReadTemplates = useCanAct('readTemplates');
  const sites = useFilterOptions(sitesQuery(), siteName, enabled);
  const events = useFilterOptions(eventsQuery(), nameOf, enabled);
  const logins = useFilterOptions(filterLoginsQuery(), nameOf, enabled);
  const jobs = useFilterOptions(filterJobsQuery(), nameOf, enabled);
  const templates = useFilterOptions(templatesQuery(mayReadTemplates), nameOf, enabled && mayReadTemplates);
  const pools = useFilterOptions(poolsQuery(), nameOf, enabled);
  const realms = useFilterOptions(realmsQuery(isAdmin), nameOf, enabled && isAdmin);
  return useMemo(
    () => ({
      sites,
      events,
      logins,
      jobs,
      pools,
      ...(mayReadTemplates ? { templates } : {}),
      ...(isAdmin ? { realms } : {}),
    }),
    [sites, events, logins, jobs, templates, pools, realms, mayReadTemplates, isAdmin],
  );
}

const most = { page: 1, page_size: 200 };

/** The realm's logins, for the filter. */
const filterLoginsQuery = () =>
  queryOptions({
    queryKey: keysOf('logins').list(most),
    queryFn: async ({ signal }) => (await loginsList({ query: most, signal })).data,
  });

/** The newest jobs, for the filter. */
const filterJobsQuery = () =>
  queryOptions({
    queryKey: keysOf('jobs').list({ ...most, choices: true }),
    queryFn: async ({ signal }) => (await jobsList({ query: most, signal })).data,
  });
