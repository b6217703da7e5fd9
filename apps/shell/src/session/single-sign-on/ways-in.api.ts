import { queryOptions } from '@tanstack/react-query';
import { keysOf, signOnWaysIn } from '@tessera/api';

const keys = keysOf('me ways in');

/** How the user signs in. */
export const waysInQuery = () =>
  queryOptions({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => (await signOnWaysIn({ signal })).data,
  });

/** The key of everything about how the user signs in. */
export const waysInKey = keys.all;
