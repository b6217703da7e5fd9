import { queryOptions, useQuery } from '@tanstack/react-query';
import { startTransition, useCallback, useMemo, useState } from 'react';
import { eventsList, keysOf, loginsList, sitesList } from '@tessera/api';
import type { FilterDef } from '@tessera/data-table/list-page';
import type { Option } from '@tessera/ui/forms';
import { useTexts } from '../texts';

const fields = ['event_id', 'site_id', 'login_id'] as const;

/**
 * Filters by event, site and login. Their options are fetched when the filters are opened (`onFilters`), or at once when one
 * is active in `params`, to show its name.
 */
export function useNameFilters(params: URLSearchParams): {
  filters: readonly FilterDef[];
  onFilters: () => void;
} {
  const t = useTexts();
  const [isOpened, setOpened] = useState(false);
  const isNeeded = isOpened || fields.some((field) => params.has(field));
  const { data, isError } = useQuery({ ...namesQuery(), enabled: isNeeded });
  const filters = useMemo((): FilterDef[] => {
    // After a failed fetch there are no options, and the dialog says so.
    const names = data ?? (isError ? { events: [], sites: [], logins: [] } : undefined);
    return [
      { kind: 'choice', field: 'event_id', label: t('names.event'), options: names?.events },
      { kind: 'choice', field: 'site_id', label: t('names.site'), options: names?.sites },
      { kind: 'choice', field: 'login_id', label: t('names.login'), options: names?.logins },
    ];
  }, [data, isError, t]);
  const onFilters = useCallback(() => startTransition(() => setOpened(true)), []);
  return { filters, onFilters };
}

const firstPage = { page: 1, page_size: 200 };

const toOptions = <Row extends { id: number }>(rows: readonly Row[], label: (row: Row) => string): Option[] =>
  rows.map((row) => ({ value: String(row.id), label: label(row) }));

/** Events, sites and logins as filter options sorted by name, at most 200 of each. */
const namesQuery = () =>
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
