import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ModuleSettingsDto } from '@tessera/api';
import { formatCount, Instant, Panel, StatusChip } from '@tessera/ui';
import { Box, Button, styled } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { type Audience, canaryAudience, populationQuery, stableAudience } from './audience';
import { isUnapproved, stableRelease } from './module-state';
import { type Canary, findVersion } from './plans';
import type { ModuleActions } from './use-module-actions';

const Rows = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  containerType: 'inline-size',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, max-content) minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 16,
    rowGap: 6,
    minHeight: 52,
    padding: '8px 14px',
    borderBottom: `1px solid ${vars.palette.line.subtle}`,
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& .version': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& .who': { ...typography.caption, color: vars.palette.text.secondary },
  '& .actions': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '@container (max-width: 560px)': {
    '& li': { gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' },
  },
}));

/** "29 users in 3 realms"; "about 24 users" where they are drawn by percent. */
function formatAudience(t: AdminTexts, { users, realms, isEstimate }: Audience): string {
  const people = t(isEstimate ? 'modules.audience.aboutUsers' : 'modules.audience.users', {
    count: users,
    number: formatCount(users),
  });
  return realms > 1 ? `${people} ${t('modules.audience.inRealms', { count: realms })}` : people;
}

interface AssignmentsPanelProps {
  module: ModuleSettingsDto;
  actions: ModuleActions;
  /** Turns the module on or off, where the page's header has no room for it. */
  onSwitch: { label: string; run: () => void } | null;
}

/** Who gets which release: everybody, a percent of the users, single realms. */
export function AssignmentsPanel({ module, actions, onSwitch }: AssignmentsPanelProps) {
  const t = useTexts();
  const { data: population } = useQuery(populationQuery());
  const { canaries, enabled } = module;
  const stable = stableRelease(module);
  const previous = module.releases.find(({ id }) => id === module.previous_release_id);
  const describe = (audience: Audience | undefined) => (audience ? formatAudience(t, audience) : '');
  return (
    <Panel
      title={t('modules.assignments.title')}
      meta={enabled ? null : t('modules.assignments.off')}
      actions={
        onSwitch ? (
          <Button size="small" onClick={onSwitch.run}>
            {onSwitch.label}
          </Button>
        ) : null
      }
    >
      <Rows>
        <Row
          chip={enabled && !stable ? null : <StatusChip of="module" state={enabled ? 'stable' : 'off'} />}
          version={stable?.version ?? t('modules.assignments.nothing')}
          who={
            canaries.length > 0
              ? t('modules.assignments.everybodyElse', {
                  number: describe(population && stableAudience(population, canaries)),
                })
              : t('modules.assignments.everybody', {
                  number: describe(population && stableAudience(population, canaries)),
                })
          }
        >
          {previous && previous.id !== stable?.id ? (
            <Button size="small" onClick={() => actions.rollBack(module, previous)}>
              {t('modules.rollback.to', { version: previous.version })}
            </Button>
          ) : null}
        </Row>
        {stable && isUnapproved(module) ? (
          <Row
            chip={null}
            version={
              module.approved_release_id === null
                ? t('modules.assignments.nothing')
                : findVersion(module, module.approved_release_id)
            }
            who={t('modules.assignments.administrators')}
          >
            <Button size="small" onClick={() => actions.approve(module, stable)}>
              {t('modules.approve.label')}
            </Button>
          </Row>
        ) : null}
        {canaries.map((canary) => {
          const release = module.releases.find(({ id }) => id === canary.release_id);
          return (
            <Row
              key={`${canary.realm_id ?? 'percent'}`}
              chip={<StatusChip of="module" state={enabled ? 'canary' : 'off'} />}
              version={findVersion(module, canary.release_id)}
              who={
                <CanaryTarget
                  canary={canary}
                  assignedAt={release?.assigned_at ?? null}
                  realm={population?.realms.find(({ id }) => id === canary.realm_id)?.name}
                  number={describe(population && canaryAudience(population, canaries, canary))}
                />
              }
            >
              {release ? (
                <Button size="small" onClick={() => actions.promote(module, release)}>
                  {t('modules.promote.confirm')}
                </Button>
              ) : null}
              <Button size="small" onClick={() => actions.endCanary(module, canary)}>
                {t('modules.end.confirm')}
              </Button>
            </Row>
          );
        })}
      </Rows>
    </Panel>
  );
}

interface RowProps {
  chip: ReactNode;
  version: string;
  who: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

const Row = ({ chip, version, who, children }: RowProps) => (
  <li>
    <span>{chip}</span>
    <Box sx={{ minWidth: 0 }}>
      <div className="version">{version}</div>
      <div className="who">{who}</div>
    </Box>
    <span className="actions">{children}</span>
  </li>
);

/** "Quayside Desk: 3 users · since Tue 24 Nov, 14:30" */
function CanaryTarget({
  canary,
  assignedAt,
  realm,
  number,
}: {
  canary: Canary;
  assignedAt: string | null;
  realm: string | undefined;
  number: string;
}) {
  const t = useTexts();
  const target =
    canary.realm_id === null
      ? t('modules.assignments.percent', { percent: canary.percent ?? 0, number })
      : t('modules.assignments.realm', { realm: realm ?? `#${canary.realm_id}`, number });
  return (
    <>
      {target}
      {assignedAt ? (
        <>
          {` · ${t('modules.assignments.since')} `}
          <Instant value={assignedAt} />
        </>
      ) : null}
    </>
  );
}
