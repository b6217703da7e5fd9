import { queryOptions } from '@tanstack/react-query';
import { keysOf, type RealmDto, realmsList, type SiteDto, sitesList } from '@tessera/api';

/** The realms to choose from, by name. For administrators. */
export const realmChoicesQuery = () =>
  queryOptions({
    queryKey: keysOf('realms').list({ choices: true }),
    queryFn: async ({ signal }): Promise<RealmDto[]> =>
      (await realmsList({ query: { sort: 'name' }, signal })).data,
  });

/** The sites to choose from, by name. */
export const siteChoicesQuery = () =>
  queryOptions({
    queryKey: keysOf('sites').list({ choices: true }),
    queryFn: async ({ signal }): Promise<SiteDto[]> =>
      (await sitesList({ query: { sort: 'display_name' }, signal })).data,
  });
