import {
  eventsList,
  jobsGet,
  jobsList,
  loginsList,
  sitesList,
  tasksGet,
  tasksList,
  templatesList,
  ticketsList,
  usersList,
} from '@tessera/api';
import { describeError } from '@tessera/ui';

/** A search result and the path of its page. */
export interface Hit {
  id: number;
  label: string;
  detail?: string;
  path: string;
}

/** A list that can be searched by name. */
export interface Source {
  name: 'tasks' | 'jobs' | 'templates' | 'events' | 'tickets' | 'logins' | 'sites' | 'users';
  /** The page that opens its results; users who may not open it don't search this list. */
  page: string;
  find: (q: string, signal: AbortSignal) => Promise<Hit[]>;
  /** Finds a record by its number; null when there is none. */
  get?: (id: number, signal: AbortSignal) => Promise<Hit | null>;
}

const searchQuery = (q: string, fields: string) => ({ q, fields, page: 1, page_size: 5 });
const detailed = (detail: string | null | undefined) => (detail ? { detail } : {});
const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

type Named = { id: number; name: string; event_name: string | null };

const taskHit = ({ id, name, event_name }: Named): Hit => ({
  id,
  label: name,
  ...detailed(event_name),
  path: address('/tasks', { open: String(id) }),
});

const jobHit = ({ id, name, event_name }: Named): Hit => ({
  id,
  label: name,
  ...detailed(event_name),
  path: `/jobs/${id}`,
});

/** The record of an answer; null for 404, since a number may be that of another list. */
async function found<T>(answer: Promise<{ data: T }>, toHit: (row: T) => Hit): Promise<Hit | null> {
  try {
    return toHit((await answer).data);
  } catch (error) {
    if (describeError(error).status === 404) return null;
    throw error;
  }
}

/** The lists that the palette searches, five results of each. */
export const sources: readonly Source[] = [
  {
    name: 'tasks',
    page: '/tasks',
    find: async (q, signal) =>
      (await tasksList({ query: searchQuery(q, 'id,name,event_name'), signal })).data.map(taskHit),
    get: (id, signal) => found(tasksGet({ path: { id }, signal }), taskHit),
  },
  {
    name: 'jobs',
    page: '/jobs',
    find: async (q, signal) =>
      (await jobsList({ query: searchQuery(q, 'id,name,event_name'), signal })).data.map(jobHit),
    get: (id, signal) => found(jobsGet({ path: { id }, signal }), jobHit),
  },
  {
    name: 'templates',
    page: '/templates',
    find: async (q, signal) =>
      (await templatesList({ query: searchQuery(q, 'id,name,event_name'), signal })).data.map(
        ({ id, name, event_name }) => ({
          id,
          label: name,
          ...detailed(event_name),
          path: address('/templates', { open: String(id) }),
        }),
      ),
  },
  {
    name: 'events',
    page: '/sites/0/events',
    find: async (q, signal) =>
      (await eventsList({ query: searchQuery(q, 'id,name,site_id,site_name'), signal })).data.map(
        ({ id, name, site_id, site_name }) => ({
          id,
          label: name,
          ...detailed(site_name),
          path: address(`/sites/${site_id}/events`, { show: 'all', q: name }),
        }),
      ),
  },
  {
    name: 'tickets',
    page: '/tickets',
    find: async (q, signal) =>
      (
        await ticketsList({ query: searchQuery(q, 'id,event_name,area,row,seat,ticket_reference'), signal })
      ).data.map(({ id, event_name, area, row, seat, ticket_reference }) => ({
        id,
        label: [event_name, area, row, seat].filter(Boolean).join(' · '),
        ...detailed(ticket_reference),
        path: address('/tickets', { q }),
      })),
  },
  {
    name: 'logins',
    page: '/sites/0/logins',
    find: async (q, signal) =>
      (await loginsList({ query: searchQuery(q, 'id,name,email,site_id'), signal })).data.map(
        ({ id, name, email, site_id }) => ({
          id,
          label: name,
          ...detailed(email),
          path: address(`/sites/${site_id}/logins`, { q: email, open: String(id) }),
        }),
      ),
  },
  {
    name: 'sites',
    page: '/sites/0/events',
    find: async (q, signal) =>
      (await sitesList({ query: searchQuery(q, 'id,name,display_name,url'), signal })).data.map(
        ({ id, name, display_name, url }) => ({
          id,
          label: display_name || name,
          ...detailed(url),
          path: `/sites/${id}/events`,
        }),
      ),
  },
  {
    name: 'users',
    page: '/users',
    find: async (q, signal) =>
      (await usersList({ query: searchQuery(q, 'id,name,email'), signal })).data.map(
        ({ id, name, email }) => ({
          id,
          label: name || email,
          ...detailed(email),
          path: address('/users', { q: email }),
        }),
      ),
  },
];
