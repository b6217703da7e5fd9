import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Link } from '@tessera/federation/router';
import { formatCount, Instant, InterpolatedText } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { lastRehearsalQuery } from './launch.api';

/** What the last rehearsal of a template has shown, with a link to its report or to a first one. */
export function LastRehearsal({ templateId }: { templateId: number }) {
  const t = useTexts();
  const { data } = useQuery(lastRehearsalQuery(templateId));
  if (data === undefined) return null;
  const report = data?.report;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', typography: 'body2' }}>
      <FlaskConical size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
      <Box sx={{ minWidth: 0 }}>
        {data && report ? (
          <InterpolatedText
            text={(places) =>
              t('rehearsals.last', {
                ...places,
                seats: formatCount(report.seats_held + report.seats_bought),
                target: formatCount(report.seats_target ?? report.seats_planned),
                scenario: t(`rehearsals.scenarios.${data.scenario}`),
              })
            }
            elements={{ time: <Instant value={data.started_at} /> }}
          />
        ) : (
          t('rehearsals.never')
        )}
      </Box>
      <Button
        size="small"
        component={Link}
        to={data ? `/rehearsals/${data.id}` : `/rehearsals?rehearse=template-${templateId}`}
      >
        {data ? t('rehearsals.report') : t('rehearsals.rehearse')}
      </Button>
    </Box>
  );
}
