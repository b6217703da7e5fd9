import { queryOptions } from '@tanstack/react-query';
import { eventsList, keysOf, loginsList, sitesList } from '@tessera/api';
import type { Option } from '@tessera/ui/forms';

const firstPage = { page: 1, page_size: 200 };

const toOptions = <Row extends { id: number }>(rows: readonly Row[], label: (row: Row) => string): Option[] =>
  rows.map((row) => ({ value: String(row.id), label: label(row) }));

/** Events, sites and logins as filter options sorted by name, at most 200 of each. */
export const namesQuery = () =>
  queryOptions({
    queryKey: [...keysOf('events').all(), 'names'],
    queryFn: async ({ signal }) => {
      const [events, sites, logins] = await Promise.all([
        eventsList({ query: { ...firstPage, sort: 'name' }, signal }),
        sitesList({ query: { ...firstPage, sort: 'display_name' }, signal }),
        loginsList({ query: { ...firstPage, sort: 'name' }, signal }),
      ]);
      return {
        events: toOptions(events.data, ({ name }) => name),
        sites: toOptions(sites.data, ({ name, display_name }) => display_name || name),
        logins: toOptions(logins.data, ({ name }) => name),
      };
    },
  });
