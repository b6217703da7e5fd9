import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  loginsListOfSite,
  type LoginSummaryDto,
  type Page,
  pageOf,
  type PoolDto,
  type PoolInput,
  type PoolMemberChange,
  poolsAddMembers,
  poolsCreate,
  poolsGet,
  poolsList,
  poolsRemove,
  poolsRemoveMember,
  poolsRestore,
  poolsUpdate,
  poolsUpdateMember,
} from '@tessera/api';

const keys = keysOf('pools');

/** Pools per page. */
export const POOL_PAGE_SIZE = 10;

/** A page of a site's pools. */
export const sitePoolsQuery = (siteId: number, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list({ siteId, ...query }),
    queryFn: async ({ signal }): Promise<Page<PoolDto>> =>
      pageOf(await poolsList({ query: { ...query, site_id: String(siteId) }, signal })),
    placeholderData: keepPreviousData,
  });

/** Fetches a pool with its ETag. */
export const fetchPool = (id: number) => poolsGet({ path: { id } });

/** A site's pools with their members, to filter logins by. */
export const poolChoicesQuery = (siteId: number) =>
  queryOptions({
    queryKey: keys.list({ siteId, choices: true }),
    queryFn: async ({ signal }): Promise<PoolDto[]> =>
      (await poolsList({ query: { site_id: String(siteId), page_size: 200 }, signal })).data,
  });

/** All logins of a site that the user can access, by name. */
export const memberChoicesQuery = (siteId: number) =>
  queryOptions({
    queryKey: keysOf('logins').list({ siteId, choices: true }),
    queryFn: async ({ signal }): Promise<LoginSummaryDto[]> => {
      const rows: LoginSummaryDto[] = [];
      for (let page = 1; ; page += 1) {
        const query = { page, page_size: 200, sort: 'name' };
        const next = pageOf(await loginsListOfSite({ path: { siteId }, query, signal }));
        rows.push(...next.rows);
        if (next.rows.length < 200) return rows;
      }
    },
  });

function usePoolMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a pool and returns it. */
export const useCreatePool = () =>
  usePoolMutation(async (body: PoolInput) => (await poolsCreate({ body })).data);

/** Renames a pool. */
export const useRenamePool = () =>
  usePoolMutation(({ id, name, etag }: { id: number; name: string; etag: string | null }) =>
    poolsUpdate({ path: { id }, body: { name }, ...ifMatch(etag) }),
  );

/** Deletes a pool; it can be restored for 30 days. */
export const useDeletePool = () => usePoolMutation((id: number) => poolsRemove({ path: { id } }));

/** Restores a deleted pool. */
export const useRestorePool = () => usePoolMutation((id: number) => poolsRestore({ path: { id } }));

/** Adds logins to the end; existing members keep their position. */
export const useAddMembers = () =>
  usePoolMutation(({ id, logins }: { id: number; logins: number[] }) =>
    poolsAddMembers({ path: { id }, body: { login_ids: logins } }),
  );

/** Changes a member's position (from 1) or status. */
export const useChangeMember = () =>
  usePoolMutation(({ id, loginId, change }: { id: number; loginId: number; change: PoolMemberChange }) =>
    poolsUpdateMember({ path: { id, loginId }, body: change }),
  );

/** Removes a login from a pool. */
export const useRemoveMember = () =>
  usePoolMutation(({ id, loginId }: { id: number; loginId: number }) =>
    poolsRemoveMember({ path: { id, loginId } }),
  );
