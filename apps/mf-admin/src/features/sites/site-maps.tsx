import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { SiteMapDto } from '@tessera/api';
import { SiteMap } from '@tessera/product-ui/seat-map';
import { describeError, ErrorAlert, Instant, useAction } from '@tessera/ui';
import { Box, Button, Skeleton, Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { Section } from './config-fields';
import { MapMatches } from './map-matches';
import { type MapDraft, MapUpload } from './map-upload';
import { drawingQuery, siteMapsQuery, useDeleteMap } from './site-maps.api';

export interface SiteMapsProps {
  siteId: number;
  /** The drawing that was chosen and not yet stored. */
  draft: MapDraft | null;
  onDraft: (draft: MapDraft | null) => void;
}

/** The maps of a site, each with the areas it shows. They are stored at once, apart from the form. */
export function SiteMaps({ siteId, ...upload }: SiteMapsProps) {
  const t = useTexts();
  const { data, error, refetch } = useQuery(siteMapsQuery(siteId));
  return (
    <Section section="maps">
      <Box sx={{ display: 'grid', gap: 2, gridColumn: '1 / -1', minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('config.mapsHelp')}
        </Typography>
        {error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            {data.map((map) => (
              <StoredMap key={map.id} map={map} />
            ))}
            <MapUpload siteId={siteId} existing={data.map(({ event_id }) => event_id)} {...upload} />
          </>
        ) : error ? null : (
          <Skeleton variant="rounded" height={40} />
        )}
      </Box>
    </Section>
  );
}

function StoredMap({ map }: { map: SiteMapDto }) {
  const t = useTexts();
  const { confirmAndRun } = useAction();
  const { mutateAsync: remove } = useDeleteMap(map.site_id);
  const { data: svg } = useQuery(drawingQuery(map));
  const name = map.event_name ?? t('config.mapOfSite');
  const askDelete = () =>
    confirmAndRun(
      {
        title: t('config.mapDeleteTitle'),
        body: `${name}. ${t('config.mapDeleteBody')}`,
        confirmLabel: t('config.mapDelete'),
        danger: true,
      },
      () => remove(map.event_id),
      t('config.mapDeleted'),
    );
  return (
    <Box role="group" aria-label={name} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h5" component="h4" sx={{ flex: 1, minWidth: 0 }} noWrap>
          {name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('config.mapVersion', { version: map.version })} <Instant value={map.updated_at} />
        </Typography>
        <Button
          size="small"
          startIcon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void askDelete()}
        >
          {t('config.mapDelete')}
        </Button>
      </Box>
      {svg === undefined ? (
        <Skeleton variant="rounded" height={120} />
      ) : (
        <SiteMap svg={svg} areas={[]} maxHeight={200} />
      )}
      <MapMatches map={map} />
    </Box>
  );
}
