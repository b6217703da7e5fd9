import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useCan } from '@tessera/api';
import type { Option } from '@tessera/ui/forms';
import { useMemo } from 'react';
import { eventsQuery, poolsQuery, realmsQuery, sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { choicesOf, nameOf, siteName } from '../../lookups/options';
import { filterJobsQuery, filterLoginsQuery } from './filter-choices.api';
import type { FilterChoices } from './task-filters';

/** What the filters of the list offer, as it arrives: the catalogue's names. `isAsked`: somebody wants to know. */
export function useFilterChoices(isAsked: boolean): FilterChoices {
  const isAdmin = useCan('admin', 'all');
  const mayWrite = useCan('write');
  const sites = useOffered(sitesQuery(), siteName, isAsked);
  const events = useOffered(eventsQuery(), nameOf, isAsked);
  const logins = useOffered(filterLoginsQuery(), nameOf, isAsked);
  const jobs = useOffered(filterJobsQuery(), nameOf, isAsked);
  const templates = useOffered(templatesQuery(mayWrite), nameOf, isAsked && mayWrite);
  const pools = useOffered(poolsQuery(), nameOf, isAsked);
  const realms = useOffered(realmsQuery(isAdmin), nameOf, isAsked && isAdmin);
  return useMemo(
    () => ({
      sites,
      events,
      logins,
      jobs,
      pools,
      ...(mayWrite ? { templates } : {}),
      ...(isAdmin ? { realms } : {}),
    }),
    [sites, events, logins, jobs, templates, pools, realms, mayWrite, isAdmin],
  );
}

/** The rows of a query as options; undefined until they are read, none where they can't be. */
function useOffered<Row extends { id: number }, Key extends QueryKey>(
  query: UseQueryOptions<Row[], Error, Row[], Key>,
  label: (row: Row) => string,
  isAsked: boolean,
): readonly Option[] | undefined {
  const { data, isError } = useQuery({ ...query, enabled: isAsked });
  return useMemo(() => (data || isError ? choicesOf(data, label) : undefined), [data, isError, label]);
}
