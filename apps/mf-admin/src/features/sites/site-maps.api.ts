import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  eventsListOfSite,
  keysOf,
  pageOf,
  type SiteMapDto,
  type SiteMapInput,
  type SiteMapPreviewDto,
  siteMapsList,
  siteMapsPreview,
  siteMapsPut,
  siteMapsReadSvg,
  siteMapsRemove,
} from '@tessera/api';

const keys = keysOf('site-maps');

/** The maps of a site: its own first, then those of its events. */
export const siteMapsQuery = (siteId: number) =>
  queryOptions({
    queryKey: keys.list({ siteId }),
    queryFn: async ({ signal }): Promise<SiteMapDto[]> =>
      (await siteMapsList({ path: { id: siteId }, signal })).data,
  });

/** The drawing of a map. */
export const drawingQuery = ({ site_id, event_id, version }: SiteMapDto) =>
  queryOptions({
    queryKey: keys.list({ site_id, event_id, version }),
    queryFn: async ({ signal }): Promise<string> => {
      const query = event_id === null ? {} : { event_id };
      return (await siteMapsReadSvg({ path: { id: site_id }, query, signal })).data.text();
    },
    staleTime: Infinity,
  });

/** Events that a map can be for, the next ones first. */
export const mapEventsQuery = (siteId: number) =>
  queryOptions({
    queryKey: keysOf('events').list({ siteId, maps: true }),
    queryFn: async ({ signal }) =>
      pageOf(await eventsListOfSite({ path: { siteId }, query: { page_size: 100, sort: '-ko' }, signal }))
        .rows,
  });

/** What an upload would be; nothing is stored. */
export const usePreviewMap = (siteId: number) =>
  useMutation({
    mutationFn: async (body: SiteMapInput): Promise<SiteMapPreviewDto> =>
      (await siteMapsPreview({ path: { id: siteId }, body })).data,
  });

function useMapMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Stores or replaces a map. */
export const usePutMap = (siteId: number) =>
  useMapMutation((body: SiteMapInput) => siteMapsPut({ path: { id: siteId }, body }));

export const useDeleteMap = (siteId: number) =>
  useMapMutation((eventId: number | null) =>
    siteMapsRemove({ path: { id: siteId }, query: eventId === null ? {} : { event_id: eventId } }),
  );
