import { areSeparate, duties, type Duty, type Role, takesDuties } from '@tessera/domain';
import type { Tx } from '../platform/database/transactions';
import { invalid } from '../platform/errors/api-error';
import type { FieldErrorCode } from '../platform/errors/field-error-codes';
import { type FieldOptions, Texts } from '../platform/http/fields';

/** The duties that a body gives somebody. */
export const Duties = (options: FieldOptions = {}) =>
  Texts({
    values: duties,
    max: duties.length,
    description: 'For realm users alone: owners and administrators have them all',
    example: ['pay'],
    ...options,
  });

const wrong = (message: string, code: FieldErrorCode) => invalid([{ field: 'duties', message, code }]);

/**
 * Checks that a person may be given these duties.
 *
 * @throws 400 for another role than `realm_user`, without a realm, and for duties that the realm keeps apart
 */
export async function requireDuties(
  tx: Tx,
  given: readonly Duty[],
  { role, realm_id }: { role: Role; realm_id: number | null },
): Promise<void> {
  if (given.length === 0) return;
  if (!takesDuties(role)) throw wrong('Owners and administrators have every duty', 'DUTIES_OF_ROLE');
  if (realm_id === null) throw wrong('Duties need a realm', 'DUTIES_NEED_REALM');
  if (areSeparate(given)) return;
  const [realm] = await tx.query<{ separate_approval: boolean }>(
    'SELECT separate_approval FROM realms WHERE id = $1',
    [realm_id],
  );
  if (realm?.separate_approval) throw wrong('In this realm, who launches may not approve', 'SEPARATE_DUTIES');
}
