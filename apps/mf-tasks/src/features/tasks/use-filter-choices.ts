import { useQuery } from '@tanstack/react-query';
import { useCan } from '@tessera/api';
import { useMemo } from 'react';
import { eventsQuery, poolsQuery, realmsQuery, sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { choicesOf, nameOf, siteName } from '../../lookups/options';
import { filterJobsQuery, filterLoginsQuery } from './filter-choices.api';
import type { FilterChoices } from './task-filters';

/** What the filters of the list offer: the catalogue's names, as they arrive. */
export function useFilterChoices(): FilterChoices {
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(eventsQuery());
  const { data: logins } = useQuery(filterLoginsQuery());
  const { data: jobs } = useQuery(filterJobsQuery());
  const { data: templates } = useQuery(templatesQuery());
  const { data: pools } = useQuery(poolsQuery());
  const { data: realms } = useQuery(realmsQuery(useCan('admin', 'all')));
  return useMemo(
    () => ({
      sites: choicesOf(sites, siteName),
      events: choicesOf(events, nameOf),
      logins: choicesOf(logins, ({ email }) => email),
      jobs: choicesOf(jobs, nameOf),
      templates: choicesOf(templates, nameOf),
      pools: choicesOf(pools, nameOf),
      realms: choicesOf(realms, nameOf),
    }),
    [sites, events, logins, jobs, templates, pools, realms],
  );
}
