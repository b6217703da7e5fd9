import { queryOptions } from '@tanstack/react-query';
import {
  dashboardGet,
  eventsList,
  eventsListOfSite,
  keysOf,
  type LimitUse,
  loginsListOfSite,
  poolsList,
  realmsList,
  sitesList,
  templatesList,
} from '@tessera/api';

const MAX_ROWS = 200;

/** The catalogue's sites by name, with their price levels and areas in `config`. */
export const sitesQuery = () =>
  queryOptions({
    queryKey: keysOf('sites').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await sitesList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
    // Many rows use it.
    staleTime: 30_000,
  });

/** Every site's events. */
export const eventsQuery = () =>
  queryOptions({
    queryKey: keysOf('events').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await eventsList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
  });

/** A site's events, soonest first; disabled without a site. */
export const siteEventsQuery = (siteId: number | null) =>
  queryOptions({
    queryKey: keysOf('events').list({ site: siteId }),
    queryFn: async ({ signal }) => (await eventsListOfSite({ path: { siteId: siteId ?? 0 }, signal })).data,
    enabled: siteId !== null,
  });

/** A site's logins by name; disabled without a site. */
export const siteLoginsQuery = (siteId: number | null) =>
  queryOptions({
    queryKey: keysOf('logins').list({ site: siteId }),
    queryFn: async ({ signal }) => (await loginsListOfSite({ path: { siteId: siteId ?? 0 }, signal })).data,
    enabled: siteId !== null,
  });

/** All pools of the realm by name. */
export const poolsQuery = () =>
  queryOptions({
    queryKey: keysOf('pools').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await poolsList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
  });

/** All templates by name; readable with write permission only. */
export const templatesQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: keysOf('templates').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await templatesList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
    enabled: enabled,
  });

/** All realms; readable by administrators only. */
export const realmsQuery = (mayRead: boolean) =>
  queryOptions({
    queryKey: keysOf('realms').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await realmsList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
    enabled: mayRead,
  });

/** Suspended realms; readable by administrators only. */
export const suspendedRealmsQuery = (mayRead: boolean) =>
  queryOptions({
    queryKey: keysOf('realms').list({ status: 'suspended' }),
    queryFn: async ({ signal }) =>
      (await realmsList({ query: { status: 'suspended', page: 1, page_size: MAX_ROWS }, signal })).data,
    enabled: mayRead,
  });

/** The task limit of the user's own realm and its use; administrators read it from the realms. */
export const ownLimitQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: keysOf('dashboard').list({ limit: 'tasks' }),
    queryFn: async ({ signal }): Promise<LimitUse> => (await dashboardGet({ signal })).data.tasks_limit,
    enabled: enabled,
  });
