import { type Account, ACCOUNTS, type EventDefinition, EVENTS } from './catalogue.ts';
import { rehearsalAccount, rehearsalEvent } from './rehearsals/rehearsal-event.ts';

/** The event of that guid, also a rehearsal's, or undefined. */
export const eventByGuid = (guid: string): EventDefinition | undefined =>
  EVENTS.find((event) => event.guid === guid) ?? rehearsalEvent(guid);

/** The account of that e-mail (trimmed, any case), also a rehearsal's, or undefined. */
export function accountByEmail(email: string): Account | undefined {
  const wanted = email.trim().toLowerCase();
  return ACCOUNTS.find((account) => account.email === wanted) ?? rehearsalAccount(wanted);
}
