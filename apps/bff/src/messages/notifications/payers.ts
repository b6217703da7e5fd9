import { acts, payingRoles } from '@tessera/domain';
import type { MessageKind } from '@tessera/domain/notifications';

/** What asks its readers to pay a basket or to check a payment. */
const payKinds: readonly MessageKind[] = [
  'seats_lapsing',
  'seats_last_call',
  'seats_unpaid',
  'checks_open',
  'payers_wanted',
];

const listSql = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** SQL condition: a user may pay. */
export const mayPaySql = (user: string): string =>
  `(${user}.role IN (${listSql(payingRoles)}) OR '${acts.pay.duty}' = ANY (${user}.duties))`;

/** SQL condition: a user may get a notification of a kind. What asks to pay is for those who may pay now. */
export const mayGetSql = (kind: string, user: string): string =>
  `(coalesce(${kind}, '') NOT IN (${listSql(payKinds)}) OR ${mayPaySql(user)})`;
