import type { SiteMapPreviewDto } from '@tessera/api';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** How many names of a kind are shown. */
const MAX_NAMES = 12;

/** Which areas of the site a drawing shows, which it doesn't, which names are no areas, and what was left out of it. */
export function MapMatches({ map }: { map: Omit<SiteMapPreviewDto, 'svg'> }) {
  const t = useTexts();
  const { matched, missing, unknown, removed } = map;
  const lines = [
    { title: t('config.mapMatched', { count: matched.length }), names: matched },
    { title: t('config.mapMissing', { count: missing.length }), names: missing },
    { title: t('config.mapUnknown', { count: unknown.length }), names: unknown },
    { title: t('config.mapRemoved'), names: removed },
  ];
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
      {lines.map(({ title, names }) =>
        names.length === 0 ? null : (
          <li key={title}>
            {title} <b>{names.slice(0, MAX_NAMES).join(', ')}</b>
            {names.length > MAX_NAMES ? ` ${t('config.mapMore', { count: names.length - MAX_NAMES })}` : null}
          </li>
        ),
      )}
    </Box>
  );
}
