import type { ModuleReleaseDto, ModuleSettingsChange, ModuleSettingsDto } from '@tessera/api';
import type { Consequence } from '@tessera/ui';
import type { People } from './recovery.api';
import type { RecoveryTexts } from './texts';

/** What a change gives to whom, with what the question before it says. */
export interface RecoveryPlan {
  consequences: readonly Consequence[];
  change: ModuleSettingsChange;
  undo: ModuleSettingsChange;
}

/** The release that everybody without a canary gets, and the one that was before it. */
export function findReleases({ releases, stable_release_id, previous_release_id }: ModuleSettingsDto): {
  stable: ModuleReleaseDto | undefined;
  previous: ModuleReleaseDto | undefined;
} {
  const withId = (id: number | null) => releases.find((release) => release.id === id);
  const previous = previous_release_id === stable_release_id ? null : previous_release_id;
  return { stable: withId(stable_release_id), previous: withId(previous) };
}

/** Whether there is a release to go back to: from canaries the stable one, else the one before that. */
export function canGoBack(module: ModuleSettingsDto): boolean {
  const { stable, previous } = findReleases(module);
  return module.canaries.length > 0 ? stable !== undefined : previous !== undefined;
}

/** Goes back as `tessera-module rollback` does: takes back the canaries or, without any, the stable release. */
export function planBack(t: RecoveryTexts, module: ModuleSettingsDto, people: People): RecoveryPlan {
  const { stable, previous } = findReleases(module);
  const { canaries, approved_release_id, stable_release_id, administrators_decide } = module;
  const undo = { canaries, approved_release_id, stable_release_id, administrators_decide };
  if (canaries.length === 0) {
    const versions = { to: previous?.version ?? '–', from: stable?.version ?? '–' };
    const users = { count: people.users, text: t('users', { count: people.users, ...versions }) };
    return { consequences: [users], change: { stable_release_id: previous?.id ?? null }, undo };
  }
  const consequences = canaries.map(({ release_id, realm_id, percent }): Consequence => {
    const from = module.releases.find(({ id }) => id === release_id)?.version ?? '–';
    const realm = people.realms.find(({ id }) => id === realm_id);
    const share = percent === null ? null : Math.round((people.users * percent) / 100);
    const count = share ?? realm?.user_count ?? 0;
    const detail = percent === null ? realm?.name : t('share', { percent });
    return {
      count,
      text: t('users', { count, to: stable?.version ?? '–', from }),
      detail,
    };
  });
  return { consequences, change: { canaries: [] }, undo };
}

/** Turns a module on again: the page that could is a module's itself. */
export function planOn(t: RecoveryTexts, module: ModuleSettingsDto, { users }: People): RecoveryPlan {
  const version = findReleases(module).stable?.version ?? '–';
  return {
    consequences: [{ count: users, text: t('usersAgain', { count: users, version }) }],
    change: { enabled: true },
    undo: { enabled: false },
  };
}
