import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  meSetPreferences,
  type SavedViewChange,
  type SavedViewDto,
  type SavedViewInput,
  savedViewsCreate,
  savedViewsList,
  savedViewsRemove,
  savedViewsUpdate,
} from '../generated';
import { preferenceKeys, preferencesQuery } from '../query/preferences';
import { keysOf } from '../query/query-keys';
import { useSession } from '../session/use-session';

const keys = keysOf('saved-views');

const savedViewsQuery = (page: string) =>
  queryOptions({
    queryKey: keys.list({ page }),
    queryFn: async ({ signal }) =>
      (await savedViewsList({ query: { view_page: page, sort: 'name' }, signal })).data.map(toView),
    staleTime: 60_000,
  });

/** A view whose query holds only what a URL can: text. */
const toView = ({ query, ...view }: SavedViewDto) => ({
  ...view,
  query: Object.fromEntries(
    Object.entries(query).flatMap(([field, value]) => (typeof value === 'string' ? [[field, value]] : [])),
  ),
});

/** The preference that holds each list's default view. */
const preference = 'default_views';

const defaultsIn = (preferences: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> => {
  const held = preferences?.[preference];
  return typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : {};
};

/** Writes to the views of the list `page`; they reject with an ApiError. */
function viewWrites(client: QueryClient, page: string) {
  const refetch = () => client.invalidateQueries({ queryKey: keys.all() });
  return {
    create: async (view: Omit<SavedViewInput, 'page'>) => {
      const { data } = await savedViewsCreate({ body: { ...view, page } });
      await refetch();
      return toView(data);
    },
    /** Changes the given fields. */
    change: async (id: number, body: SavedViewChange) => {
      await savedViewsUpdate({ path: { id }, body });
      await refetch();
    },
    remove: async (id: number) => {
      await savedViewsRemove({ path: { id } });
      await refetch();
    },
    setDefault: async (id: number | null) => {
      // The preference is read first, so that a default that another tab set for another list isn't lost.
      const now = await client.query({ ...preferencesQuery(), staleTime: 0 });
      const { [page]: _before, ...others } = defaultsIn(now);
      const body = { [preference]: id === null ? others : { ...others, [page]: id } };
      const { data } = await meSetPreferences({ body });
      client.setQueryData(preferenceKeys.list(), data);
    },
  };
}

/**
 * The saved views of a list, the caller's own and those shared within their realm. Returns the same object until they
 * change. `views` is undefined until they have been read; `defaultId` is the view that the list opens with: null for
 * none, undefined until it is known.
 *
 * @param page the list's name, e.g. `tasks`
 */
export function useSavedViews(page: string) {
  const client = useQueryClient();
  const user = useSession()?.user;
  const preferences = useQuery({ ...preferencesQuery(), enabled: user !== undefined });
  const { data: views } = useQuery({ ...savedViewsQuery(page), enabled: user !== undefined });
  const chosen = defaultsIn(preferences.data)[page];
  const defaultId = preferences.isPending ? undefined : typeof chosen === 'number' ? chosen : null;
  // A user without a realm has no one to share with.
  const mayShare = user !== undefined && user.realmId !== null;
  const writes = useMemo(() => viewWrites(client, page), [client, page]);
  return useMemo(() => ({ views, defaultId, mayShare, ...writes }), [views, defaultId, mayShare, writes]);
}
