import { duties } from '@tessera/domain';
import { entityTag } from '../../platform/http/versions';
import { type Draft, valuesOf } from './draft';
import { inOrder, personEntry } from './entries';
import { differences } from './pairing';
import type { PersonEntry } from './realm-file.dto';
import type { InvitationRow, PersonRow } from './rows';
import type { Work } from './work';

/** Compares people by their e-mail: accounts of the realm change, others are invited. */
export function planPeople(draft: Draft, wanted: PersonEntry[]): void {
  const realmId = draft.rows.realm?.id;
  const accounts = new Map(draft.rows.people.map((person) => [person.email, person]));
  const emails = new Set(wanted.map(({ email }) => email));
  if (emails.size < wanted.length)
    draft.faults.push('people: an e-mail is in the file twice, ignoring how it is written');
  if (draft.removes) {
    for (const person of draft.rows.people)
      if (person.realm_id === realmId && person.role !== 'admin' && !emails.has(person.email))
        removePerson(draft, person);
    for (const invitation of draft.rows.invitations)
      if (!emails.has(invitation.email)) removeInvitation(draft, invitation);
  }
  for (const entry of wanted) {
    const account = accounts.get(entry.email);
    if (account) planAccount(draft, entry, account);
    else planInvitation(draft, entry);
  }
}

function planAccount(draft: Draft, entry: PersonEntry, account: PersonRow): void {
  const { email } = entry;
  draft.see('person', account, email);
  const moves = account.realm_id === null || account.realm_id !== draft.rows.realm?.id;
  if (account.role === 'admin') {
    draft.faults.push(`person ${email}: is an administrator, whom no file changes`);
    return;
  }
  if (account.realm_id !== null && moves) {
    draft.faults.push(`person ${email}: belongs to the realm ${JSON.stringify(account.realm_name ?? '')}`);
    return;
  }
  const before = personEntry(account);
  const losesDuties = moves || (entry.role !== undefined && entry.role !== before.role);
  const given = entry.duties ?? (losesDuties ? [] : undefined);
  const changes = [
    ...(moves ? [{ field: 'realm', from: null, to: draft.file.realm.name }] : []),
    ...differences(before, { ...entry, duties: given && inOrder(given, duties) }),
  ];
  const values = valuesOf(changes.filter(({ field }) => field !== 'realm'));
  draft.addChange('person', email, changes, (work) =>
    work.changePerson(account.id, values, { moves }, entityTag(account.version)),
  );
}

function planInvitation(draft: Draft, entry: PersonEntry): void {
  const { email, role = 'realm_user', status } = entry;
  const given = inOrder(entry.duties ?? [], duties);
  if (status === 'disabled') {
    draft.faults.push(`person ${email}: has no account yet that could be disabled`);
    return;
  }
  const outstanding = draft.rows.invitations.filter((invitation) => invitation.email === email);
  for (const { id } of outstanding) draft.see('invitation', { id, version: 1 }, email);
  const [latest] = outstanding;
  const invite = (work: Work) => work.invite({ email, role, duties: given });
  if (!latest) {
    draft.add('invite', 'person', email, differences({}, { role, duties: given }), invite);
    return;
  }
  // What the entry leaves out stays as it was offered; another role has none of the duties of the former one.
  const offered = { role: latest.role, duties: inOrder(latest.duties, duties) };
  const newRole = entry.role ?? latest.role;
  const kept = newRole === latest.role ? offered.duties : [];
  const offer = { role: newRole, duties: entry.duties ? given : kept };
  const changes = differences(offered, offer);
  draft.addChange('invitation', email, changes, async (work) => {
    for (const { id } of outstanding) await work.revokeInvitation(id);
    await work.invite({ email, ...offer });
  });
}

function removePerson(draft: Draft, person: PersonRow): void {
  draft.see('person', person, person.email);
  draft.add('remove', 'person', person.email, [], (work) =>
    work.removePerson(person.id, entityTag(person.version)),
  );
}

function removeInvitation(draft: Draft, { id, email }: InvitationRow): void {
  draft.see('invitation', { id, version: 1 }, email);
  draft.add('remove', 'invitation', email, [], (work) => work.revokeInvitation(id));
}
