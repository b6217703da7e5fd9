import { useCallback } from 'react';
import {
  createSearchParams,
  type Location,
  type SetURLSearchParams,
  useLocation,
  useSearchParams as useDrawnSearchParams,
} from 'react-router';

/** The parameters asked for since a location was drawn. */
const asked = new WeakMap<Location, URLSearchParams>();

/** The query string asked for last, "" or with its "?", which may not be drawn yet. */
export function latestSearch(location: Location): string {
  const params = asked.get(location);
  if (params === undefined) return location.search;
  return params.size === 0 ? '' : `?${params}`;
}

/**
 * React Router's `useSearchParams`, whose changes by a function begin from the query string asked for last. A new address is
 * drawn in the background; on a slow machine a second change would otherwise begin from the one still drawn and undo the first.
 */
export function useSearchParams(
  ...args: Parameters<typeof useDrawnSearchParams>
): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useDrawnSearchParams(...args);
  const location = useLocation();
  const change: SetURLSearchParams = useCallback(
    (to, options) => {
      const next = createSearchParams(
        typeof to === 'function' ? to(new URLSearchParams(asked.get(location) ?? params)) : to,
      );
      asked.set(location, next);
      setParams(next, options);
    },
    [location, params, setParams],
  );
  return [params, change];
}
