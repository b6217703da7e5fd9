import { roles } from '@tessera/domain';
import type { RealmDto } from '@tessera/api';
import type { Option } from '@tessera/ui/forms';
import type { FilterDef } from '@tessera/data-table/list-page';
import type { AdminTexts } from '../texts';

/** Roles as what a select or a filter offers. */
export const roleOptions = (t: AdminTexts): Option[] =>
  roles.map((value) => ({ value, label: t(`people.roles.${value}`) }));

/** The statuses of a user's account. */
export const accountStatuses = (t: AdminTexts): Option[] => [
  { value: 'active', label: t('words.active') },
  { value: 'disabled', label: t('words.disabled') },
];

export const statusFilter = (t: AdminTexts, options: readonly Option[]): FilterDef => ({
  kind: 'choice',
  field: 'status',
  label: t('words.status'),
  options,
});

export const roleFilter = (t: AdminTexts): FilterDef => ({
  kind: 'choice',
  field: 'role',
  label: t('people.role'),
  options: roleOptions(t),
});

/** `realms`: undefined while they are read. */
export const realmFilter = (t: AdminTexts, realms: readonly RealmDto[] | undefined): FilterDef => ({
  kind: 'choice',
  field: 'realm_id',
  label: t('words.realm'),
  options: realms?.map(({ id, name }) => ({ value: String(id), label: name })),
});
