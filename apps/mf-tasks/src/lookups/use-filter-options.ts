import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { startTransition, useMemo, useState } from 'react';
import type { Option } from '@tessera/ui/forms';
import { choicesOf } from './options';

export interface FilterNames {
  /** Whether the names of the filters' values have to be loaded. */
  areNeeded: boolean;
  /** Loads them; ListPage calls it when the user turns to the filters. */
  preload: () => void;
}

/**
 * Decides when a list loads the names of its filters' values: at once if one of these filters is active, since it shows a
 * name, else not before the user turns to the filters.
 */
export function useFilterNames(fields: readonly string[], params: URLSearchParams): FilterNames {
  const [isPreloaded, setPreloaded] = useState(false);
  return {
    areNeeded: isPreloaded || fields.some((field) => params.has(field)),
    preload: () => startTransition(() => setPreloaded(true)),
  };
}

/** A query's rows as options of a filter: undefined until they are loaded, none when they can't be. */
export function useFilterOptions<Row extends { id: number }, Key extends QueryKey>(
  query: UseQueryOptions<Row[], Error, Row[], Key>,
  label: (row: Row) => string,
  enabled: boolean,
): readonly Option[] | undefined {
  const { data, isError } = useQuery({ ...query, enabled });
  return useMemo(() => (data || isError ? choicesOf(data, label) : undefined), [data, isError, label]);
}
