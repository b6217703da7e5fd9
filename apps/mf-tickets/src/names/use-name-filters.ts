import { useQuery } from '@tanstack/react-query';
import { startTransition, useCallback, useMemo, useState } from 'react';
import type { FilterDef } from '@tessera/data-table/list-page';
import { useTexts } from '../texts';
import { namesQuery } from './names.api';

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
