import type { FilterDef } from '@tessera/data-table/list-page';
import { roles } from '@tessera/domain';
import type { Option } from '@tessera/ui/forms';
import type { AdminTexts } from '../texts';

/** The roles as options of a select or a filter. */
export const createRoleOptions = (t: AdminTexts): Option[] =>
  roles.map((value) => ({ value, label: t(`people.roles.${value}`) }));

/** The statuses of an account. */
export const createAccountStatusOptions = (t: AdminTexts): Option[] => [
  { value: 'active', label: t('words.active') },
  { value: 'disabled', label: t('words.disabled') },
];

/** Filters accounts by their role. */
export const createRoleFilter = (t: AdminTexts): FilterDef => ({
  kind: 'choice',
  field: 'role',
  label: t('people.role'),
  options: createRoleOptions(t),
});
