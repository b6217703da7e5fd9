import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type LinkChange,
  type LinkDto,
  type LinkInput,
  linksCreate,
  linksGet,
  linksHistory,
  linksList,
  linksRemove,
  linksRestore,
  type LinkStepDto,
  linksUpdate,
  type Page,
  pageOf,
  tasksList,
} from '@tessera/api';
import { wireQuery } from '../../wire-query';

/** Keys of links: the live stream's topic. */
const linkKeys = keysOf('links');

/** A page of links. */
export const linksQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: linkKeys.list(query),
    queryFn: async ({ signal }): Promise<Page<LinkDto>> =>
      pageOf(await linksList({ query: wireQuery(query), signal })),
    placeholderData: keepPreviousData,
  });

/** One link with its ETag, for its form. */
export const getLink = (id: number) => linksGet({ path: { id } });

/** The last steps of a link's history; refetched with every change of links. */
export const linkHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...linkKeys.one(id), 'history'],
    queryFn: async ({ signal }): Promise<Page<LinkStepDto>> =>
      pageOf(await linksHistory({ path: { id }, query: { page: 1, page_size: 8 }, signal })),
  });

/** The tasks that a link can be assigned to: those of its login for the event. */
export const assignableTasksQuery = (loginId: number | null, eventId: number | null) =>
  queryOptions({
    queryKey: keysOf('tasks').list({ login: loginId, event: eventId, choices: true }),
    queryFn: async ({ signal }) => {
      const query = {
        login_id: String(loginId),
        event_id: String(eventId),
        fields: 'id,name,status',
        page: 1,
        page_size: 200,
      };
      return (await tasksList({ query, signal })).data;
    },
    enabled: loginId !== null && eventId !== null,
  });

function useRefetchLinks(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: linkKeys.all() });
}

/** Creates a link for a login. */
export function useCreateLink() {
  return useMutation({
    mutationFn: async ({ loginId, link }: { loginId: number; link: LinkInput }) =>
      (await linksCreate({ path: { loginId }, body: link })).data,
    onSettled: useRefetchLinks(),
  });
}

/** Changes the fields sent; a secret that is null is cleared. */
export function useUpdateLink() {
  return useMutation({
    mutationFn: async ({ id, change, etag }: { id: number; change: LinkChange; etag: string | null }) =>
      (await linksUpdate({ path: { id }, body: change, ...ifMatch(etag) })).data,
    onSettled: useRefetchLinks(),
  });
}

/** Deletes a link. */
export function useDeleteLink() {
  return useMutation({
    mutationFn: (id: number) => linksRemove({ path: { id } }),
    onSettled: useRefetchLinks(),
  });
}

/** Restores a deleted link. */
export function useRestoreLink() {
  return useMutation({
    mutationFn: (id: number) => linksRestore({ path: { id } }),
    onSettled: useRefetchLinks(),
  });
}
