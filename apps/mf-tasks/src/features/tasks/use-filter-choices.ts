import { useQuery } from '@tanstack/react-query';
import { filterEventsQuery, filterJobsQuery, filterLoginsQuery } from './filter-choices.api';
import { sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { useMemo } from 'react';
import type { FilterChoices } from './task-filters';

/** What the filters of the list offer: the catalogue's names, as they arrive. */
export function useFilterChoices(): FilterChoices {
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(filterEventsQuery());
  const { data: logins } = useQuery(filterLoginsQuery());
  const { data: jobs } = useQuery(filterJobsQuery());
  const { data: templates } = useQuery(templatesQuery());
  return useMemo(
    () => ({
      sites: (sites ?? []).map(({ id, display_name, name }) => ({ id, name: display_name || name })),
      events: events ?? [],
      logins: (logins ?? []).map(({ id, email }) => ({ id, name: email })),
      jobs: jobs ?? [],
      templates: templates ?? [],
    }),
    [sites, events, logins, jobs, templates],
  );
}
