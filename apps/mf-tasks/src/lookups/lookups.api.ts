import { queryOptions } from '@tanstack/react-query';
import {
  dashboardGet,
  keysOf,
  poolsList,
  realmsList,
  eventsList,
  eventsListOfSite,
  loginsListOfSite,
  sitesList,
  templatesList,
  type LimitUse,
} from '@tessera/api';

const MAX_ROWS = 200;

/** The catalogue's sites by name, with their price levels and areas in `config`. */
export const sitesQuery = () =>
  queryOptions({
    queryKey: keysOf('sites').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await sitesList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
    // Each row that shows a site asks for it.
    staleTime: 30_000,
  });

/** Every site's events. */
export const eventsQuery = () =>
  queryOptions({
    queryKey: keysOf('events').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await eventsList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
  });

/** A site's events, soonest first; none while no site is chosen. */
export const siteEventsQuery = (siteId: number | null) =>
  queryOptions({
    queryKey: keysOf('events').list({ site: siteId }),
    queryFn: async ({ signal }) => (await eventsListOfSite({ path: { siteId: siteId ?? 0 }, signal })).data,
    enabled: siteId !== null,
  });

/** A site's logins by name; none while no site is chosen. */
export const siteLoginsQuery = (siteId: number | null) =>
  queryOptions({
    queryKey: keysOf('logins').list({ site: siteId }),
    queryFn: async ({ signal }) => (await loginsListOfSite({ path: { siteId: siteId ?? 0 }, signal })).data,
    enabled: siteId !== null,
  });

/** Every pool of the realm by name. */
export const poolsQuery = () =>
  queryOptions({
    queryKey: keysOf('pools').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await poolsList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
  });

/** Every template by name; for who may write. */
export const templatesQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: keysOf('templates').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await templatesList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
    enabled: enabled,
  });

/** Every realm; administrators' alone. */
export const realmsQuery = (mayRead: boolean) =>
  queryOptions({
    queryKey: keysOf('realms').list({ page_size: MAX_ROWS }),
    queryFn: async ({ signal }) =>
      (await realmsList({ query: { page: 1, page_size: MAX_ROWS }, signal })).data,
    enabled: mayRead,
  });

/** The unfinished tasks of the reader's own realm against its limit; administrators read it off the realms. */
export const ownLimitQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: keysOf('dashboard').list({ limit: 'tasks' }),
    queryFn: async ({ signal }): Promise<LimitUse> => (await dashboardGet({ signal })).data.tasks_limit,
    enabled: enabled,
  });
