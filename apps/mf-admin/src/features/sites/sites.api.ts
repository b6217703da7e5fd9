import {
  ifMatch,
  keysOf,
  pageOf,
  sitesCreate,
  sitesGet,
  sitesList,
  sitesRemove,
  sitesReplace,
  sitesUpdateConfig,
  type Page,
  type CountedSiteDto,
  type SiteConfig,
  type SiteInput,
} from '@tessera/api';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('sites');

/** A page of sites; `query` is the list's state as it stands in the URL. */
export const sitesQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<CountedSiteDto>> =>
      pageOf(await sitesList({ query: query as Record<string, never>, signal })),
    placeholderData: keepPreviousData,
  });

/** One site with its ETag, for its forms. */
export const readSite = (id: number) => sitesGet({ path: { id } });

function useSiteMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Makes a site; what is left out takes its default. */
export const useCreateSite = () => useSiteMutation((body: SiteInput) => sitesCreate({ body }));

/** Replaces a site: what is left out returns to its default, so all of it is sent. */
export const useReplaceSite = () =>
  useSiteMutation(({ id, body, etag }: { id: number; body: SiteInput; etag: string | null }) =>
    sitesReplace({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Switches a site on or off. A site is replaced as a whole, so it is read first and nobody's change is overwritten. */
export const useSetSiteEnabled = () =>
  useSiteMutation(async ({ id, enabled }: { id: number; enabled: 0 | 1 }) => {
    const { data: site, response } = await readSite(id);
    const { name, url, display_name, config, currency, time_zone } = site;
    const body = { name, url, display_name, config, currency, time_zone, enabled };
    return sitesReplace({ path: { id }, body, ...ifMatch(response.headers.get('ETag')) });
  });

/** Changes the config fields sent. */
export const useUpdateConfig = () =>
  useSiteMutation(({ id, body, etag }: { id: number; body: SiteConfig; etag: string | null }) =>
    sitesUpdateConfig({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes a site that nothing uses; 409 IN_USE with the counts otherwise. */
export const useDeleteSite = () => useSiteMutation((id: number) => sitesRemove({ path: { id } }));
