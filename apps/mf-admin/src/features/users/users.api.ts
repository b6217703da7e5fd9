import {
  ifMatch,
  keysOf,
  pageOf,
  usersCreate,
  usersGet,
  usersList,
  usersRemove,
  usersRemoveSecondFactor,
  usersSetPassword,
  usersUpdate,
  type Page,
  type ListedUserDto,
  type UserChange,
  type UserInputWritable,
} from '@tessera/api';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('users');

/** A page of users; `query` is the list's state as it stands in the URL. */
export const usersQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ListedUserDto>> => pageOf(await usersList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** One user with its ETag, for its form. */
export const readUser = (id: number) => usersGet({ path: { id } });

function useUserMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Makes a user; 409 CONFLICT when the e-mail is taken. */
export const useCreateUser = () => useUserMutation((body: UserInputWritable) => usersCreate({ body }));

/** Changes the fields sent; 409 LAST_ADMIN guards the last enabled admin. */
export const useUpdateUser = () =>
  useUserMutation(({ id, body, etag = null }: { id: number; body: UserChange; etag?: string | null }) =>
    usersUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Sets a password and ends the user's sessions. */
export const useSetPassword = () =>
  useUserMutation(({ id, password }: { id: number; password: string }) =>
    usersSetPassword({ path: { id }, body: { password } }),
  );

/** Deletes a user; not oneself, nor the last enabled admin. */
export const useDeleteUser = () => useUserMutation((id: number) => usersRemove({ path: { id } }));

/** Takes a user's second factor away: signing in asks for the password alone. */
export const useRemoveSecondFactor = () =>
  useUserMutation((id: number) => usersRemoveSecondFactor({ path: { id } }));
