import {
  ifMatch,
  keysOf,
  loginsCreate,
  loginsDetails,
  loginsGet,
  loginsHistory,
  loginsListOfSite,
  loginsRemove,
  loginsUpdate,
  pageOf,
  type LoginChangeWritable,
  type LoginDto,
  type LoginInputWritable,
  type LoginSummaryDto,
  type Page,
} from '@tessera/api';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('logins');

/** This page is for those who may write, whom the list answers the full login. */
const isFull = (login: LoginDto | LoginSummaryDto): login is LoginDto => 'created_at' in login;

/** A page of a site's logins; `query` is the list's state as it stands in the URL. */
export const siteLoginsQuery = (siteId: number, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list({ siteId, ...query }),
    queryFn: async ({ signal }): Promise<Page<LoginDto>> => {
      const page = pageOf(await loginsListOfSite({ path: { siteId }, query, signal }));
      return { ...page, rows: page.rows.filter(isFull) };
    },
    placeholderData: keepPreviousData,
  });

/** One login with its ETag, for its form. */
export const readLogin = (id: number) => loginsGet({ path: { id } });

/** What the client last reported of the account; `success` false says in `error` why there is nothing. */
export const loginDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'details'],
    queryFn: async ({ signal }) => (await loginsDetails({ path: { id }, signal })).data,
  });

/** What the client reported over time, newest first. */
export const loginHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'history'],
    queryFn: async ({ signal }) => (await loginsHistory({ path: { id }, signal })).data,
  });

function useLoginMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Makes a login of a site; 409 LIMIT_REACHED past the realm's `max_logins`. */
export const useCreateLogin = (siteId: number) =>
  useLoginMutation((body: LoginInputWritable) => loginsCreate({ path: { siteId }, body }));

/** Changes the fields sent. */
export const useUpdateLogin = () =>
  useLoginMutation(
    ({ id, body, etag = null }: { id: number; body: LoginChangeWritable; etag?: string | null }) =>
      loginsUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes a login; 409 IN_USE while it has unfinished tasks or live holds. */
export const useDeleteLogin = () => useLoginMutation((id: number) => loginsRemove({ path: { id } }));
