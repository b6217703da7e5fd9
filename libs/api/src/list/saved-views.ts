import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  meSetPreferences,
  savedViewsCreate,
  savedViewsList,
  savedViewsRemove,
  savedViewsUpdate,
  type SavedViewDto,
} from '../generated';
import { preferenceKeys, preferencesQuery } from '../query/preferences';
import { keysOf } from '../query/query-keys';
import { useSession } from '../session/use-session';

/** A list's state under a name: its query parameters as they stand in the URL. */
export interface SavedView {
  id: number;
  name: string;
  query: Readonly<Record<string, string>>;
  shared: boolean;
  /** The caller's own: theirs to change. */
  own: boolean;
  owner: string;
}

/** The saved views of one list, and what can be done with them. Writes reject with an ApiError. */
export interface SavedViews {
  /** Undefined until they are read. */
  views: readonly SavedView[] | undefined;
  /** The view that the list opens with; null: none, undefined: not known yet. */
  defaultId: number | null | undefined;
  /** Somebody without a realm has nobody to share with. */
  mayShare: boolean;
  create: (view: Pick<SavedView, 'name' | 'query' | 'shared'>) => Promise<SavedView>;
  /** Changes the fields given. */
  change: (id: number, change: Partial<Pick<SavedView, 'name' | 'query' | 'shared'>>) => Promise<void>;
  remove: (id: number) => Promise<void>;
  setDefault: (id: number | null) => Promise<void>;
}

const keys = keysOf('saved-views');

const savedViewsQuery = (page: string) =>
  queryOptions({
    queryKey: keys.list({ page }),
    queryFn: async ({ signal }) =>
      (await savedViewsList({ query: { view_page: page, sort: 'name' }, signal })).data.map(toView),
    staleTime: 60_000,
  });

const toView = ({ id, name, query, shared, own, owner }: SavedViewDto): SavedView => ({
  id,
  name,
  shared,
  own,
  owner,
  query: Object.fromEntries(
    Object.entries(query).flatMap(([field, value]) => (typeof value === 'string' ? [[field, value]] : [])),
  ),
});

/** The preference that names each list's view on opening. */
const preference = 'default_views';

const defaultsIn = (preferences: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> => {
  const held = preferences?.[preference];
  return typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : {};
};

/** What is done with the views of the list `page`. */
function viewWrites(client: QueryClient, page: string) {
  const reread = () => client.invalidateQueries({ queryKey: keys.all() });
  return {
    create: async ({ name, query, shared }) => {
      const { data } = await savedViewsCreate({ body: { page, name, query: { ...query }, shared } });
      await reread();
      return toView(data);
    },
    change: async (id, { query, ...rest }) => {
      await savedViewsUpdate({ path: { id }, body: { ...rest, ...(query ? { query: { ...query } } : {}) } });
      await reread();
    },
    remove: async (id) => {
      await savedViewsRemove({ path: { id } });
      await reread();
    },
    setDefault: async (id) => {
      // Another list's choice, made in another tab meanwhile, must not be lost.
      const now = await client.fetchQuery({ ...preferencesQuery(), staleTime: 0 });
      const { [page]: _before, ...others } = defaultsIn(now);
      const body = { [preference]: id === null ? others : { ...others, [page]: id } };
      const { data } = await meSetPreferences({ body });
      client.setQueryData(preferenceKeys.list(), data);
    },
  } satisfies Partial<SavedViews>;
}

/**
 * The saved views of a list, the caller's own and those shared within their realm; the same object until they change.
 *
 * @param page the list's name, e.g. `tasks`
 */
export function useSavedViews(page: string): SavedViews {
  const client = useQueryClient();
  const user = useSession()?.user;
  const preferences = useQuery({ ...preferencesQuery(), enabled: user !== undefined });
  const { data: views } = useQuery({ ...savedViewsQuery(page), enabled: user !== undefined });
  const chosen = defaultsIn(preferences.data)[page];
  const defaultId = preferences.isPending ? undefined : typeof chosen === 'number' ? chosen : null;
  const mayShare = user !== undefined && user.realmId !== null;
  const writes = useMemo(() => viewWrites(client, page), [client, page]);
  return useMemo(() => ({ views, defaultId, mayShare, ...writes }), [views, defaultId, mayShare, writes]);
}
