import { queryOptions } from '@tanstack/react-query';
import { mePreferences } from '../generated';
import { keysOf } from './query-keys';

/** Keys of the caller's preferences. */
export const preferenceKeys = keysOf('preferences');

/** The caller's preferences by name, fetched once per page load and shared by shell and modules. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: preferenceKeys.list(),
    queryFn: async ({ signal }): Promise<Readonly<Record<string, unknown>>> =>
      (await mePreferences({ signal })).data,
    staleTime: Infinity,
  });
