import type { ModuleReleaseDto } from '@tessera/api';
import type { AdminTexts } from '../../texts';

/** What a release does in the console, one line each: permissions, pages, places that it fills, rows that it keeps. */
export function listDeclared(t: AdminTexts, { declares }: Pick<ModuleReleaseDto, 'declares'>): string[] {
  if (!declares) return [];
  const needs = ({ action, reach, duty }: { action: string | null; reach: string | null; duty?: string }) =>
    action === null
      ? t('modules.declares.anybody')
      : [`${action}:${reach}`, duty].filter(Boolean).join(' / ');
  return [
    ...declares.permissions.map((permission) => t('modules.declares.permission', { permission })),
    ...declares.routes.map((route) => t('modules.declares.page', { path: route.path, needs: needs(route) })),
    ...declares.slots.map((slot) =>
      t('modules.declares.slot', {
        place: t(`modules.place.${slot.place}`),
        title: slot.title,
        needs: needs(slot),
      }),
    ),
    ...declares.entities.map(({ name, of, ...access }) => {
      const entity = { name, read: needs(access.read), write: needs(access.write) };
      return of === null
        ? t('modules.declares.entity', entity)
        : t('modules.declares.entityOf', { ...entity, of: t(`modules.entityOf.${of}`) });
    }),
  ];
}

/** The lines by which what a release does differs from another one's. */
export interface ReleaseChanges {
  added: readonly string[];
  removed: readonly string[];
}

/** What changes in the console when one release takes the place of another; without one everything is new. */
export function findReleaseChanges(
  t: AdminTexts,
  from: ModuleReleaseDto | undefined,
  to: ModuleReleaseDto,
): ReleaseChanges {
  const before = from ? listDeclared(t, from) : [];
  const after = listDeclared(t, to);
  return {
    added: after.filter((line) => !before.includes(line)),
    removed: before.filter((line) => !after.includes(line)),
  };
}
