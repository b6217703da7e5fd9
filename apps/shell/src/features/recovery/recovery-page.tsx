import { useQuery } from '@tanstack/react-query';
import { History, Power } from 'lucide-react';
import type { ModuleSettingsDto } from '@tessera/api';
import { EmptyState, Page, PageHeader, Panel, PanelPage, QueryContent, useAction } from '@tessera/ui';
import { Box, Button, styled } from '@tessera/ui/mui';
import { moduleTitle } from '../../remotes/module-title';
import { useTexts } from '../../texts';
import {
  fetchModule,
  fetchPeople,
  type People,
  recoverableModulesQuery,
  useUpdateModule,
} from './recovery.api';
import { canGoBack, findReleases, planBack, planOn, type RecoveryPlan } from './recovery-plan';
import { type RecoveryTexts, useRecoveryTexts } from './texts';

const Rows = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 8,
    minHeight: 52,
    padding: '8px 14px',
    borderBottom: `1px solid ${vars.palette.line.subtle}`,
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& .releases': { ...typography.caption, color: vars.palette.text.secondary, overflowWrap: 'anywhere' },
}));

/** /modules/recovery: goes back to an earlier release of a module. Needs no module itself. For administrators. */
export function RecoveryPage() {
  const t = useRecoveryTexts();
  const modules = useQuery(recoverableModulesQuery());
  return (
    <Page>
      <PageHeader title={t('title')} meta={t('explanation')} />
      <PanelPage>
        <Panel title={t('list')}>
          <QueryContent
            query={modules}
            inset="panel"
            skeletons={[160]}
            empty={{
              when: ({ length }) => length === 0,
              show: <EmptyState>{t('empty')}</EmptyState>,
            }}
          >
            {(rows) => (
              <Rows>
                {rows.map((module) => (
                  <ModuleRow key={module.id} module={module} />
                ))}
              </Rows>
            )}
          </QueryContent>
        </Panel>
      </PanelPage>
    </Page>
  );
}

function ModuleRow({ module }: { module: ModuleSettingsDto }) {
  const t = useRecoveryTexts();
  const names = useTexts();
  const { goBack, turnOn } = useRecovery();
  const title = moduleTitle(names, module);
  const isStuck = !canGoBack(module);
  return (
    <li>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>{title}</Box>
        <div className="releases">{formatReleases(t, module)}</div>
      </Box>
      {module.enabled ? null : (
        <Button
          size="small"
          aria-label={t('onNamed', { title })}
          startIcon={<Power size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => turnOn(module)}
        >
          {t('on')}
        </Button>
      )}
      <span title={isStuck ? t('nowhere') : undefined}>
        <Button
          size="small"
          aria-label={t('backNamed', { title })}
          startIcon={<History size={14} strokeWidth={1.75} aria-hidden />}
          disabled={isStuck}
          onClick={() => goBack(module)}
        >
          {t('back')}
        </Button>
      </span>
    </li>
  );
}

/** "Stable 1.9.0 · before: 1.8.2 · 2 canaries" */
function formatReleases(t: RecoveryTexts, module: ModuleSettingsDto): string {
  const { stable, previous } = findReleases(module);
  const count = module.canaries.length;
  return [
    stable ? t('stable', { version: stable.version }) : t('nothing'),
    previous ? t('previous', { version: previous.version }) : t('noPrevious'),
    ...(count > 0 ? [t('canaries', { count })] : []),
  ].join(' · ');
}

type MakePlan = (t: RecoveryTexts, module: ModuleSettingsDto, people: People) => RecoveryPlan;

/** The two ways out. Each asks in numbers first, and offers Undo afterwards. */
function useRecovery() {
  const t = useRecoveryTexts();
  const names = useTexts();
  const { previewAndRun, withUndo } = useAction();
  const { mutateAsync: update } = useUpdateModule();
  const run = (kind: 'back' | 'on', module: ModuleSettingsDto, makePlan: MakePlan) => {
    const title = moduleTitle(names, module);
    const heading = {
      title: t(`${kind}Title`, { title }),
      confirmLabel: t(kind),
      danger: kind === 'back',
    };
    void previewAndRun({
      ...heading,
      // The numbers are those of the module as it is now; if somebody changes it until the answer, it is refused.
      preview: async () => {
        const [{ data, response }, people] = await Promise.all([fetchModule(module.id), fetchPeople()]);
        const blocked = kind === 'back' && !canGoBack(data) ? t('nowhere') : undefined;
        return { ...makePlan(t, data, people), blocked, etag: response.headers.get('etag') };
      },
      question: ({ consequences, blocked }) => ({
        ...heading,
        consequences: blocked === undefined ? consequences : [],
        body: t(`${kind}Body`),
        blocked,
      }),
      work: ({ change, etag }) => update({ id: module.id, body: change, etag }),
      message: ({ response }, { undo }) =>
        withUndo(t(`${kind}Done`, { title }), {
          restore: () => update({ id: module.id, body: undo, etag: response.headers.get('etag') }),
          message: t('undone', { title }),
        }),
    });
  };
  return {
    goBack: (module: ModuleSettingsDto) => run('back', module, planBack),
    turnOn: (module: ModuleSettingsDto) => run('on', module, planOn),
  };
}
