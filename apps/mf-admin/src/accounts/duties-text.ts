import { duties, type Duty, type Role, takesDuties } from '@tessera/domain';
import type { AdminTexts } from '../texts';

/** The duties of an account as a list shows them: all of an owner or administrator, otherwise those given to them. */
export function dutiesText(
  t: AdminTexts,
  { role, duties: held }: { role: Role; duties: readonly Duty[] },
): string {
  if (!takesDuties(role) && held.length === duties.length) return t('duties.all');
  return held.length === 0 ? '–' : held.map((duty) => t(`duties.names.${duty}`)).join(', ');
}
