import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type ListedUserDto,
  type Page,
  pageOf,
  type UserChange,
  type UserInputWritable,
  usersCreate,
  usersGet,
  usersList,
  usersRemove,
  usersRemoveSecondFactor,
  usersSetPassword,
  usersUpdate,
} from '@tessera/api';

const keys = keysOf('users');

/** A page of users. */
export const usersQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ListedUserDto>> => pageOf(await usersList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** Fetches a user with its ETag. */
export const fetchUser = (id: number) => usersGet({ path: { id } });

function useUserMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a user; 409 CONFLICT if the e-mail is taken. */
export const useCreateUser = () => useUserMutation((body: UserInputWritable) => usersCreate({ body }));

/** Changes the given fields; 409 LAST_ADMIN protects the last enabled administrator. */
export const useUpdateUser = () =>
  useUserMutation(({ id, body, etag = null }: { id: number; body: UserChange; etag?: string | null }) =>
    usersUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Sets a password and ends the user's sessions. */
export const useSetPassword = () =>
  useUserMutation(({ id, password }: { id: number; password: string }) =>
    usersSetPassword({ path: { id }, body: { password } }),
  );

/** Deletes a user; refused for the own account and the last enabled administrator. */
export const useDeleteUser = () => useUserMutation((id: number) => usersRemove({ path: { id } }));

/** Removes a user's two-factor authentication; the password then suffices to sign in. */
export const useRemoveTwoFactor = () =>
  useUserMutation((id: number) => usersRemoveSecondFactor({ path: { id } }));
