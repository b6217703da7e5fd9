import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { keysOf } from '@tessera/api';

/** Fetches again what depends on which second factors the user has: their state, the given keys, and the user themselves. */
export function useRefreshFactors(): (...more: QueryKey[]) => Promise<void> {
  const client = useQueryClient();
  return async (...more) => {
    await Promise.all(
      [keysOf('two-factor').all(), keysOf('me').all(), ...more].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}
