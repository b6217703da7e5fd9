import { useQuery } from '@tanstack/react-query';
import { formatCount, Instant, StatusChip } from '@tessera/ui';
import { Box, Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { linkHistoryQuery } from './links.api';

const stepLayout = {
  display: 'grid',
  gridTemplateColumns: '9rem 4rem 1fr',
  gap: 1,
  alignItems: 'center',
  justifyItems: 'start',
  py: 0.5,
} as const;

/** The positions of a link over time, newest first; an unknown position is "–". */
export function LinkHistory({ id }: { id: number }) {
  const t = useTexts();
  const { data, isError } = useQuery(linkHistoryQuery(id));
  const steps = data?.rows ?? [];
  const more = (data?.total ?? 0) - steps.length;
  return (
    <section aria-label={t('links.history')}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {t('links.history')}
      </Typography>
      {isError ? <Typography color="text.secondary">{t('links.historyFailed')}</Typography> : null}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map((step) => (
          <Box component="li" key={step.id} sx={stepLayout}>
            <StatusChip of="link" state={step.status} />
            <Box sx={{ justifySelf: 'end', fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(step.position)}
            </Box>
            <Box sx={{ color: 'text.secondary' }}>
              <Instant value={step.at} />
            </Box>
          </Box>
        ))}
      </Box>
      {more > 0 ? (
        <Typography color="text.secondary">{t('links.earlier', { count: more })}</Typography>
      ) : null}
    </section>
  );
}
