import {
  eventsList,
  jobsList,
  loginsList,
  sitesList,
  tasksList,
  templatesList,
  ticketsList,
  usersList,
} from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';

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
  /** Finds the record of a number: a list of one, or an empty list. */
  numbered?: (id: number, signal: AbortSignal) => Promise<Hit[]>;
}

const searchQuery = (q: string, fields: string) => ({ q, fields, page: 1, page_size: 5 });
const numberQuery = (id: number) => ({ id: String(id), fields: 'id,name,event_name', page: 1, page_size: 1 });
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

/** The lists that the palette searches, five results of each. */
export const sources: readonly Source[] = [
  {
    name: 'tasks',
    page: '/tasks',
    find: async (q, signal) =>
      (await tasksList({ query: searchQuery(q, 'id,name,event_name'), signal })).data.map(taskHit),
    numbered: async (id, signal) => (await tasksList({ query: numberQuery(id), signal })).data.map(taskHit),
  },
  {
    name: 'jobs',
    page: '/jobs',
    find: async (q, signal) =>
      (await jobsList({ query: searchQuery(q, 'id,name,event_name'), signal })).data.map(jobHit),
    numbered: async (id, signal) => (await jobsList({ query: numberQuery(id), signal })).data.map(jobHit),
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
        label: [event_name, area || row || seat ? formatSeats([{ area, row, seat }]) : null]
          .filter(Boolean)
          .join(' · '),
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
