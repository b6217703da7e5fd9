import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  type UserDto,
  type UserDutiesInput,
  usersGet,
  usersList,
  usersSetDuties,
} from '@tessera/api';

const keys = keysOf('users');

/** A page of the realm's people. */
export const peopleQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<UserDto>> => pageOf(await usersList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** Fetches a person with their ETag. */
export const fetchPerson = (id: number) => usersGet({ path: { id } });

/** Gives a person duties, in place of those that they have. */
export function useSetDuties() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, etag }: { id: number; body: UserDutiesInput; etag: string | null }) =>
      usersSetDuties({ path: { id }, body, ...ifMatch(etag) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
