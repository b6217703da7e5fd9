import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  identitiesDecide,
  identitiesGet,
  identitiesList,
  type IdentityDecision,
  type IdentityMatchDto,
  ifMatch,
  keysOf,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('identity-matches');

/** A page of what shares an identity. */
export const identitiesQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<IdentityMatchDto>> =>
      pageOf(await identitiesList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** One match with its version, for a decision about exactly what is shown. */
export const identityQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      const { data, response } = await identitiesGet({ path: { id }, signal });
      return { match: data, etag: response.headers.get('ETag') };
    },
  });

/** Decides a match, or takes the decision back. Other pages show its events and accounts. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body, etag }: { id: number; body: IdentityDecision; etag: string | null }) => {
      const { response } = await identitiesDecide({ path: { id }, body, ...ifMatch(etag) });
      return response.headers.get('ETag');
    },
    onSettled: () => {
      for (const what of ['identity-matches', 'events', 'users', 'dashboard'] as const)
        void client.invalidateQueries({ queryKey: keysOf(what).all() });
    },
  });
}
