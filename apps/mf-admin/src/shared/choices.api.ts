import { keysOf, realmsList, sitesList, type RealmDto, type SiteDto } from '@tessera/api';
import { queryOptions } from '@tanstack/react-query';

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
