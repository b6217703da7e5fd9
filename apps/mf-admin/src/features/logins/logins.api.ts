import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type LoginChangeWritable,
  type LoginDto,
  type LoginInputWritable,
  loginsCreate,
  loginsDetails,
  loginsGet,
  loginsHistory,
  loginsListOfSite,
  loginsRemove,
  type LoginSummaryDto,
  loginsUpdate,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('logins');

/** The list contains full logins for users with write permission; only they can open this page. */
const isFull = (login: LoginDto | LoginSummaryDto): login is LoginDto => 'created_at' in login;

/** Between two looks while a login of the page waits for its check: the live stream doesn’t report its result. */
const CHECK_INTERVAL = 10_000;

/** A page of a site's logins. */
export const siteLoginsQuery = (siteId: number, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list({ siteId, ...query }),
    queryFn: async ({ signal }): Promise<Page<LoginDto>> => {
      const page = pageOf(await loginsListOfSite({ path: { siteId }, query, signal }));
      return { ...page, rows: page.rows.filter(isFull) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some(({ last_check }) => last_check?.state === 'waiting') ? CHECK_INTERVAL : false,
  });

/** Fetches a login with its ETag. */
export const fetchLogin = (id: number) => loginsGet({ path: { id } });

/** The account details that the client reported last. If `success` is false, `error` has the reason. */
export const loginDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'details'],
    queryFn: async ({ signal }) => (await loginsDetails({ path: { id }, signal })).data,
  });

/** The reports of the client, newest first. */
export const loginHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'history'],
    queryFn: async ({ signal }) => (await loginsHistory({ path: { id }, signal })).data,
  });

function useLoginMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a login; 409 LIMIT_REACHED at the realm's `max_logins`. */
export const useCreateLogin = (siteId: number) =>
  useLoginMutation((body: LoginInputWritable) => loginsCreate({ path: { siteId }, body }));

/** Changes the given fields. */
export const useUpdateLogin = () =>
  useLoginMutation(
    ({ id, body, etag = null }: { id: number; body: LoginChangeWritable; etag?: string | null }) =>
      loginsUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes a login; 409 IN_USE while it has unfinished tasks or holds. */
export const useDeleteLogin = () => useLoginMutation((id: number) => loginsRemove({ path: { id } }));
