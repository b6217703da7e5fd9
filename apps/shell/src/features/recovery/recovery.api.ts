import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type ModuleSettingsChange,
  type ModuleSettingsDto,
  moduleSettingsGet,
  moduleSettingsList,
  moduleSettingsUpdate,
  pageOf,
  type RealmDto,
  realmsList,
  usersList,
} from '@tessera/api';

const keys = keysOf('modules');

/** All modules with their releases, by name. */
export const recoverableModulesQuery = () =>
  queryOptions({
    queryKey: keys.list({ recovery: true }),
    queryFn: async ({ signal }): Promise<ModuleSettingsDto[]> =>
      (await moduleSettingsList({ query: { sort: 'name', page_size: 200 }, signal })).data,
  });

/** Fetches a module with its ETag. */
export const fetchModule = (id: number) => moduleSettingsGet({ path: { id } });

/** Everybody who may get a release. */
export interface People {
  users: number;
  realms: readonly RealmDto[];
}

/** Counts the users, administrators included, and lists the realms with theirs. */
export async function fetchPeople(): Promise<People> {
  const [users, realms] = await Promise.all([
    usersList({ query: { fields: 'id', page_size: 1 } }),
    realmsList({ query: { sort: 'name' } }),
  ]);
  return { users: pageOf(users).total ?? 0, realms: realms.data };
}

/** Changes a module; the list is refetched, whether it succeeded or not. */
export function useUpdateModule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, etag }: { id: number; body: ModuleSettingsChange; etag: string | null }) =>
      moduleSettingsUpdate({ path: { id }, body, ...ifMatch(etag) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
