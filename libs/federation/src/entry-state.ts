import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { latestSearch } from './search-params';

/**
 * What another page requests in the state of the history entry, where no link can put it: its field `name`, null without
 * one. `forget` removes it, so that Back and a reload don't repeat the request.
 */
export function useEntryRequest(name: string): { request: unknown; forget: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const request =
    typeof state === 'object' && state !== null ? ((state as Record<string, unknown>)[name] ?? null) : null;
  return useMemo(
    () => ({
      request,
      forget: () => void navigate(location.pathname + latestSearch(location), { replace: true, state: null }),
    }),
    [request, navigate, location],
  );
}
