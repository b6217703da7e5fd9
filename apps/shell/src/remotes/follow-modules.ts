import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type createCachePatcher, keysOf, useLive } from '@tessera/api';
import { moduleListQuery } from './module-list';

type LiveHandlers = ReturnType<typeof createCachePatcher>;

/** Spreads the requests of many tabs after one change. */
const maxDelayMs = 2_000;

const scheduled = new WeakSet<QueryClient>();

/** Requests the list of modules again soon; further calls until then share the request. */
function refreshModuleList(client: QueryClient): void {
  if (scheduled.has(client)) return;
  scheduled.add(client);
  setTimeout(() => {
    scheduled.delete(client);
    void client.refetchQueries({ queryKey: moduleListQuery().queryKey });
  }, Math.random() * maxDelayMs);
}

/** Has the live stream's changes of the registry request the list of modules again. */
export const followModules = (client: QueryClient, handlers: LiveHandlers): LiveHandlers => ({
  ...handlers,
  onChange: (change) => {
    if (change.topic !== 'modules') return handlers.onChange(change);
    refreshModuleList(client);
    void client.invalidateQueries({ queryKey: keysOf('modules').all() });
  },
});

/**
 * Requests the list of modules again when the live stream returns: a change may have been missed. The first connection
 * opens while the page's list is being requested, so it is no return.
 */
export function useModulesAfterReconnect(): void {
  const client = useQueryClient();
  const { status } = useLive();
  const wasLive = useRef(false);
  useEffect(() => {
    if (status !== 'live') return;
    if (wasLive.current) refreshModuleList(client);
    wasLive.current = true;
  }, [client, status]);
}
