import { useQuery } from '@tanstack/react-query';
import { ArrowRight, FlaskConical, Power, Rocket, SlidersHorizontal, Undo2 } from 'lucide-react';
import type { AuditDto, ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { EmptyState, Panel, QueryContent } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { Timeline, type TimelineEntry } from '@tessera/ui/panels';
import { type AdminTexts, useTexts } from '../../texts';
import { type Population, populationQuery } from './audience';
import { describeChange, type HistoryKind } from './history-text';
import { historyQuery } from './modules.api';

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
  const history = useQuery(historyQuery(module.id));
  const { data: population } = useQuery(populationQuery());
  return (
    <Panel title={t('modules.history.title')} actions={<AuditLogLink />}>
      <QueryContent query={history} inset="panel" skeletons={[120]}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState>{t('modules.history.none')}</EmptyState>
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

function AuditLogLink() {
  const t = useTexts();
  return (
    <Link
      component={RouterLink}
      to="/audit"
      sx={{
        typography: 'subtitle2',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        color: 'text.secondary',
      }}
    >
      {t('modules.history.all')}
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}

function toTimeline(
  t: AdminTexts,
  entry: AuditDto,
  releases: readonly ModuleReleaseDto[],
  population: Population | undefined,
): TimelineEntry {
  const { kind, lines } = describeChange(t, entry, releases, population);
  return { id: entry.id, at: entry.at, ...appearances[kind], what: lines.join(' · '), by: entry.actor_name };
}
