import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';
import { useAction } from '@tessera/ui';
import { useTexts } from '../../texts';
import { type Population, populationQuery } from './audience';
import { fetchModule, useUpdateModule } from './modules.api';
import { type Canary, findVersion, type Plan, planApproval, planEnabled, planEnd, planStable } from './plans';

/** The actions that change who gets which release. Each asks in numbers first, and offers Undo afterwards. */
export interface ModuleActions {
  promote: (module: ModuleSettingsDto, release: ModuleReleaseDto) => void;
  /** Gives the stable release to the administrators too. */
  approve: (module: ModuleSettingsDto, release: ModuleReleaseDto) => void;
  rollBack: (module: ModuleSettingsDto, release: ModuleReleaseDto) => void;
  endCanary: (module: ModuleSettingsDto, canary: Canary) => void;
  turnOff: (module: ModuleSettingsDto) => void;
  turnOn: (module: ModuleSettingsDto) => void;
}

type Kind = 'promote' | 'approve' | 'rollback' | 'end' | 'off' | 'on';

export function useModuleActions(): ModuleActions {
  const t = useTexts();
  const client = useQueryClient();
  const { previewAndRun, withUndo } = useAction();
  const { mutateAsync: update } = useUpdateModule();
  return useMemo(() => {
    const run = (
      kind: Kind,
      { id, title }: ModuleSettingsDto,
      version: string,
      makePlan: (module: ModuleSettingsDto, population: Population) => Plan,
    ) => {
      const heading = {
        title: t(`modules.${kind}.title`, { title, version }),
        confirmLabel: t(`modules.${kind}.confirm`),
        danger: kind === 'rollback' || kind === 'off',
      };
      void previewAndRun({
        ...heading,
        // The numbers are those of the module as it is now; if somebody changes it until the answer, it is refused.
        preview: async () => {
          const [{ data, response }, population] = await Promise.all([
            fetchModule(id),
            client.query(populationQuery()),
          ]);
          return { ...makePlan(data, population), etag: response.headers.get('etag') };
        },
        question: ({ consequences, notes, blocked }) => ({
          ...heading,
          consequences,
          body: [...notes, t('modules.actions.undo')].join(' '),
          blocked,
        }),
        work: ({ change, etag }) => update({ id, body: change, etag }),
        message: ({ response }, { undo }) =>
          withUndo(t(`modules.${kind}.done`, { title, version }), {
            restore: () => update({ id, body: undo, etag: response.headers.get('etag') }),
            message: t('modules.actions.undone', { title }),
          }),
      });
    };
    return {
      promote: (module, release) =>
        run('promote', module, release.version, (fresh, people) => planStable(t, fresh, people, release)),
      approve: (module, release) =>
        run('approve', module, release.version, (fresh) => planApproval(t, fresh, release)),
      rollBack: (module, release) =>
        run('rollback', module, release.version, (fresh, people) => planStable(t, fresh, people, release)),
      endCanary: (module, canary) =>
        run('end', module, findVersion(module, canary.release_id), (fresh, people) =>
          planEnd(t, fresh, people, canary),
        ),
      turnOff: (module) => run('off', module, '', (fresh, people) => planEnabled(t, fresh, people, false)),
      turnOn: (module) => run('on', module, '', (fresh, people) => planEnabled(t, fresh, people, true)),
    };
  }, [client, previewAndRun, t, update, withUndo]);
}
