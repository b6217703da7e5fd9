import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CountedSiteDto,
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  type SiteConfig,
  type SiteInput,
  sitesCreate,
  sitesGet,
  sitesList,
  sitesRemove,
  sitesReplace,
  sitesUpdateConfig,
} from '@tessera/api';

const keys = keysOf('sites');

/** A page of sites. */
export const sitesQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<CountedSiteDto>> => pageOf(await sitesList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** Fetches a site with its ETag. */
export const fetchSite = (id: number) => sitesGet({ path: { id } });

function useSiteMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a site; omitted fields get their default. */
export const useCreateSite = () => useSiteMutation((body: SiteInput) => sitesCreate({ body }));

/** Replaces a site; omitted fields are reset to their default. */
export const useReplaceSite = () =>
  useSiteMutation(({ id, body, etag }: { id: number; body: SiteInput; etag: string | null }) =>
    sitesReplace({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Enables or disables a site. Sites are replaced as a whole, so the current version is fetched first. */
export const useSetSiteEnabled = () =>
  useSiteMutation(async ({ id, enabled }: { id: number; enabled: 0 | 1 }) => {
    const { data: site, response } = await fetchSite(id);
    const { name, url, display_name, config, currency, time_zone } = site;
    const body = { name, url, display_name, config, currency, time_zone, enabled };
    return sitesReplace({ path: { id }, body, ...ifMatch(response.headers.get('ETag')) });
  });

/** Changes the given fields of the configuration. */
export const useUpdateConfig = () =>
  useSiteMutation(({ id, body, etag }: { id: number; body: SiteConfig; etag: string | null }) =>
    sitesUpdateConfig({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes an unused site; 409 IN_USE with the counts otherwise. */
export const useDeleteSite = () => useSiteMutation((id: number) => sitesRemove({ path: { id } }));
