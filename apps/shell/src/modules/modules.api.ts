import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type ModuleSettingsChange,
  type ModuleSettingsDto,
  moduleSettingsGet,
  moduleSettingsList,
  moduleSettingsUpdate,
  type Page,
  pageOf,
  type RealmDto,
  realmsList,
} from '@tessera/api';

const keys = keysOf('module settings');

/** A page of modules with their releases. */
export const modulesQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ModuleSettingsDto>> =>
      pageOf(await moduleSettingsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** Fetches a module with its ETag. */
export const fetchModule = (id: number) => moduleSettingsGet({ path: { id } });

/** Changes a module's releases. */
export function useUpdateModule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, etag }: { id: number; body: ModuleSettingsChange; etag: string | null }) =>
      moduleSettingsUpdate({ path: { id }, body, ...ifMatch(etag) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}

/** The realms to choose from, by name. */
export const realmChoicesQuery = () =>
  queryOptions({
    queryKey: keysOf('realms').list({ choices: true }),
    queryFn: async ({ signal }): Promise<RealmDto[]> =>
      (await realmsList({ query: { sort: 'name' }, signal })).data,
  });
