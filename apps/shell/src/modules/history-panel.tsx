import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Power, Rocket, SlidersHorizontal, Undo2 } from 'lucide-react';
import type { AuditDto, ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';
import { EmptyState, Panel, QueryContent } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { Timeline, type TimelineEntry } from '@tessera/ui/panels';
import { useMayOpen } from '../access/use-may-open';
import { AllLink } from '../dashboard/all-link';
import { type Population, populationQuery } from './audience';
import { describeChange, type HistoryKind } from './history-text';
import { historyQuery } from './modules.api';
import { useTexts } from './texts';

const appearances: Record<HistoryKind, Pick<TimelineEntry, 'icon' | 'hue'>> = {
  stable: { icon: Rocket, hue: 'verdigris' },
  rollback: { icon: Undo2, hue: 'cinnabar' },
  canary: { icon: FlaskConical, hue: 'lapis' },
  switch: { icon: Power, hue: 'ochre' },
  other: { icon: SlidersHorizontal, hue: 'stone' },
};

/** Who changed what about a module, the latest first. */
export function HistoryPanel({ module }: { module: ModuleSettingsDto }) {
  const t = useTexts();
  const mayOpen = useMayOpen();
  const history = useQuery(historyQuery(module.id));
  const { data: population } = useQuery(populationQuery());
  return (
    <Panel
      title={t('history.title')}
      actions={mayOpen('/audit') ? <AllLink to="/audit">{t('history.all')}</AllLink> : null}
    >
      <QueryContent query={history} inset="panel" skeletons={[120]}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState>{t('history.none')}</EmptyState>
          ) : (
            <Box sx={{ p: '14px' }}>
              <Timeline
                entries={entries.map((entry) => toTimeline(t, entry, module.releases, population))}
                style="date-time"
              />
            </Box>
          )
        }
      </QueryContent>
    </Panel>
  );
}

function toTimeline(
  t: ReturnType<typeof useTexts>,
  entry: AuditDto,
  releases: readonly ModuleReleaseDto[],
  population: Population | undefined,
): TimelineEntry {
  const { kind, lines } = describeChange(t, entry, releases, population);
  return { id: entry.id, at: entry.at, ...appearances[kind], what: lines.join(' · '), by: entry.actor_name };
}
