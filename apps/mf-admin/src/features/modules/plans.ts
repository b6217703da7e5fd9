import type { ModuleReleaseDto, ModuleSettingsChange, ModuleSettingsDto } from '@tessera/api';
import type { Consequence, Question } from '@tessera/ui';
import type { AdminTexts } from '../../texts';
import { type Audience, canaryAudience, type Population, stableAudience } from './audience';
import { stableRelease } from './module-state';
import { findReleaseChanges } from './release-changes';
import { describeRollback } from './release-reason';

export type Canary = ModuleSettingsDto['canaries'][number];

/** A change of who gets what, with what the question before it says. */
export interface Plan extends Pick<Question, 'blocked'> {
  consequences: readonly Consequence[];
  /** Sentences. */
  notes: readonly string[];
  change: ModuleSettingsChange;
  undo: ModuleSettingsChange;
}

/** Everything that decides who gets what, to restore it. */
export const assignmentOf = ({
  enabled,
  stable_release_id,
  approved_release_id,
  canaries,
  administrators_decide,
}: ModuleSettingsDto): ModuleSettingsChange => ({
  enabled,
  stable_release_id,
  approved_release_id,
  administrators_decide,
  canaries: canaries.map(({ release_id, realm_id, percent }) => ({ release_id, realm_id, percent })),
});

/** The version of one of a module's releases. */
export const findVersion = ({ releases }: ModuleSettingsDto, id: number | null): string =>
  releases.find((release) => release.id === id)?.version ?? '–';

/** Whether two canaries are for the same users. */
const isSameTarget = (one: Canary, other: Canary): boolean => one.realm_id === other.realm_id;

/** "29 | users get 1.10.0 instead of 1.9.0 | in 3 realms" */
function describeAudience(t: AdminTexts, audience: Audience, text: string): Consequence {
  const details = [
    ...(audience.realms > 0 ? [t('modules.audience.inRealms', { count: audience.realms })] : []),
    ...(audience.isEstimate ? [t('modules.audience.estimate')] : []),
  ];
  return { count: audience.users, text, detail: details.length > 0 ? details.join('; ') : undefined };
}

/** What a release does that the one before doesn't: "2 | things are new in the console | page /risk (read:own); …" */
export function describeChanges(
  t: AdminTexts,
  from: ModuleReleaseDto | undefined,
  to: ModuleReleaseDto,
): Consequence[] {
  const { added, removed } = findReleaseChanges(t, from, to);
  return [
    { lines: added, text: t('modules.changes.added', { count: added.length }) },
    { lines: removed, text: t('modules.changes.removed', { count: removed.length }) },
  ]
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, text }) => ({ count: lines.length, text, detail: lines.join('; ') }));
}

/** Gives a release to everybody without another canary: a promotion, or a roll-back to an older one. */
export function planStable(
  t: AdminTexts,
  module: ModuleSettingsDto,
  population: Population,
  release: ModuleReleaseDto,
): Plan {
  const { id, version, incompatible, rollback, state } = release;
  const from = stableRelease(module);
  const audience = stableAudience(population, module.canaries);
  const own = module.canaries.filter(({ release_id }) => release_id === id);
  const already = own.reduce((sum, one) => sum + canaryAudience(population, module.canaries, one).users, 0);
  const text = from
    ? t('modules.audience.switch', { count: audience.users, to: version, from: from.version })
    : t('modules.audience.first', { count: audience.users, to: version });
  return {
    consequences: [
      describeAudience(t, audience, text),
      ...(already > 0 ? [{ count: already, text: t('modules.audience.already', { count: already }) }] : []),
      ...describeChanges(t, from, release),
    ],
    notes: [
      ...(rollback && state === 'rolled_back' ? [describeRollback(t, rollback)] : []),
      t('modules.actions.openPages'),
    ],
    blocked: incompatible || undefined,
    change: {
      stable_release_id: id,
      canaries: module.canaries.filter(({ release_id }) => release_id !== id),
    },
    undo: assignmentOf(module),
  };
}

/** Gives the stable release to the administrators too. */
export const planApproval = (
  t: AdminTexts,
  { approved_release_id, releases }: ModuleSettingsDto,
  release: ModuleReleaseDto,
): Plan => ({
  consequences: describeChanges(
    t,
    releases.find(({ id }) => id === approved_release_id),
    release,
  ),
  notes: [t('modules.approve.note'), t('modules.actions.openPages')],
  change: { approved_release_id: release.id },
  undo: { approved_release_id },
});

/** Ends a canary: its users get the stable release, or lose the module where there is none. */
export function planEnd(
  t: AdminTexts,
  module: ModuleSettingsDto,
  population: Population,
  canary: Canary,
): Plan {
  const audience = canaryAudience(population, module.canaries, canary);
  const count = audience.users;
  const stable = stableRelease(module);
  const text = stable
    ? t('modules.audience.switch', {
        count,
        to: stable.version,
        from: findVersion(module, canary.release_id),
      })
    : t('modules.off.users', { count });
  return {
    consequences: [describeAudience(t, audience, text)],
    notes: [t('modules.actions.openPages')],
    change: { canaries: module.canaries.filter((other) => !isSameTarget(other, canary)) },
    undo: assignmentOf(module),
  };
}

/** Gives a release to a realm or to a percent of the users, in place of the canary that these had. */
export const withCanary = (module: ModuleSettingsDto, canary: Canary): Canary[] => [
  ...module.canaries.filter((other) => !isSameTarget(other, canary)),
  canary,
];

/** Who has a module that is on, with the version: everybody, before the first promotion those with a canary. */
function findHolders(
  module: ModuleSettingsDto,
  population: Population,
): { audience: Audience; version: string }[] {
  const { users, realms } = population;
  const stable = stableRelease(module);
  if (stable)
    return [{ audience: { users, realms: realms.length, isEstimate: false }, version: stable.version }];
  return module.canaries.map((canary) => ({
    audience: canaryAudience(population, module.canaries, canary),
    version: findVersion(module, canary.release_id),
  }));
}

/** Turns a module on or off, for everybody. */
export const planEnabled = (
  t: AdminTexts,
  module: ModuleSettingsDto,
  population: Population,
  enabled: boolean,
): Plan => ({
  consequences: findHolders(module, population).map(({ audience, version }) => {
    const count = audience.users;
    const text = enabled ? t('modules.on.users', { count, version }) : t('modules.off.users', { count });
    return describeAudience(t, audience, text);
  }),
  notes: enabled ? [] : [t('modules.off.note')],
  change: { enabled },
  undo: { enabled: !enabled },
});
