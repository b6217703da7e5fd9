import type { RealmDto } from '@tessera/api';
import type { FilterDef } from '@tessera/data-table/list-page';
import type { Option } from '@tessera/ui/forms';
import type { AdminTexts } from '../texts';

/** Filters a list by its rows’ status. */
export const createStatusFilter = (t: AdminTexts, options: readonly Option[]): FilterDef => ({
  kind: 'choice',
  field: 'status',
  label: t('words.status'),
  options,
});

/** Filters a list by realm; `realms` is undefined while loading. */
export const createRealmFilter = (t: AdminTexts, realms: readonly RealmDto[] | undefined): FilterDef => ({
  kind: 'choice',
  field: 'realm_id',
  label: t('words.realm'),
  options: realms?.map(({ id, name }) => ({ value: String(id), label: name })),
});
