import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AuditDto,
  auditList,
  ifMatch,
  keysOf,
  type ModuleSettingsChange,
  type ModuleSettingsDto,
  moduleSettingsGet,
  moduleSettingsList,
  moduleSettingsStats,
  moduleSettingsUpdate,
  type ModuleStatsDto,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('modules');
/** Ms: changes of the registry refetch these queries at once (follow-modules.ts); loads are reported all the time. */
const pollMs = 10_000;

/** The period that figures cover. */
export type Period = '1h' | '24h' | '7d';

/** A page of modules with their releases. */
export const modulesQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ModuleSettingsDto>> =>
      pageOf(await moduleSettingsList({ query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** The module of a name; null: there is none. */
export const moduleQuery = (name: string) =>
  queryOptions({
    queryKey: [...keys.all(), 'named', name],
    queryFn: async ({ signal }): Promise<ModuleSettingsDto | null> => {
      const { data } = await moduleSettingsList({ query: { q: name, page_size: 200 }, signal });
      return data.find((module) => module.name === name) ?? null;
    },
    refetchInterval: pollMs,
  });

/** Fetches a module with its ETag. */
export const fetchModule = (id: number) => moduleSettingsGet({ path: { id } });

/** Load times and errors of a module's releases; the previous period's figures stay until the new ones are loaded. */
export const statsQuery = (id: number, period: Period) =>
  queryOptions({
    queryKey: [...keys.all(), 'stats', id, period],
    queryFn: async ({ signal }): Promise<ModuleStatsDto> =>
      (await moduleSettingsStats({ path: { id }, query: { period }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** How many entries of a module's history are shown. */
const historyLength = 10;

/** The latest changes of a module, from the audit log. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all(), 'history', id],
    queryFn: async ({ signal }): Promise<AuditDto[]> => {
      const query = { entity: 'module', entity_id: String(id), page: 1, page_size: historyLength };
      return (await auditList({ query, signal })).data;
    },
  });

/** Changes a module; its queries are refetched, whether it succeeded or not. */
export function useUpdateModule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, etag }: { id: number; body: ModuleSettingsChange; etag: string | null }) =>
      moduleSettingsUpdate({ path: { id }, body, ...ifMatch(etag) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
