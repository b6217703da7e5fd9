import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  type RealmChange,
  type RealmDto,
  type RealmInput,
  realmsCreate,
  realmsGet,
  realmsList,
  realmsRemove,
  realmsUpdate,
} from '@tessera/api';

const keys = keysOf('realms');

/** A page of realms. */
export const realmsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<RealmDto>> => pageOf(await realmsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** One realm with its ETag, for its form. */
export const fetchRealm = (id: number) => realmsGet({ path: { id } });

function useRealmMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a realm; 409 CONFLICT if the name is taken. */
export const useCreateRealm = () => useRealmMutation((body: RealmInput) => realmsCreate({ body }));

/** Changes the given fields. */
export const useUpdateRealm = () =>
  useRealmMutation(({ id, body, etag }: { id: number; body: RealmChange; etag: string | null }) =>
    realmsUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes an empty realm; 409 IN_USE with the counts otherwise. */
export const useDeleteRealm = () => useRealmMutation((id: number) => realmsRemove({ path: { id } }));
