import { keysOf, sitesGet, type SiteDto } from '@tessera/api';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tessera/federation/router';

/** The site of a page under /sites/{siteId}; undefined until it is read. */
export function useSite(): { siteId: number; site: SiteDto | undefined; error: Error | null } {
  const siteId = Number(useParams()['siteId']);
  const { data, error } = useQuery({
    queryKey: keysOf('sites').one(siteId),
    queryFn: async ({ signal }) => (await sitesGet({ path: { id: siteId }, signal })).data,
  });
  return { siteId, site: data, error };
}
