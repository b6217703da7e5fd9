import {
  type Act,
  acts,
  areSeparate,
  duties,
  dutiesOf,
  type Duty,
  holderOf,
  mayAct,
  payingRoles,
  takesDuties,
} from './duties';
import { permissionsOf, roles } from './permissions';
import { reversalRefusal } from './policies/purchases';

const person = { role: 'realm_user', separate_approval: false } as const;
const allowed = (held: readonly Duty[]) =>
  (Object.keys(acts) as Act[]).filter((act) => mayAct(holderOf({ role: 'realm_user', duties: held }), act));

it('knows the roles that may pay without the duty', () => {
  expect(roles.filter((role) => mayAct({ permissions: permissionsOf(role) }, 'pay'))).toEqual(payingRoles);
});

it.each<[Duty, Act[]]>([
  ['pay', ['pay', 'reverseOwn']],
  ['launch', ['launch', 'readTemplates']],
  ['approve', ['approve']],
  ['finance', ['readLedger']],
  ['audit', ['readAudit']],
])('lets who has the duty %s do this, and nothing else', (duty, expected) => {
  expect(allowed([duty])).toEqual(expected);
});

it('lets nobody act without a duty or the permission, owners do all but approve without the duty, administrators all', () => {
  expect(allowed([])).toEqual([]);
  for (const role of ['realm_owner', 'admin'] as const)
    for (const act of Object.keys(acts) as Act[])
      expect(mayAct(holderOf({ role, duties: [] }), act)).toBe(role === 'admin' || act !== 'approve');
});

it('gives owners and administrators every duty, and others those that were given to them', () => {
  expect(roles.filter(takesDuties)).toEqual(['realm_user']);
  expect(dutiesOf({ ...person, duties: ['audit', 'pay'] })).toEqual(['pay', 'audit']);
  expect(dutiesOf({ ...person, role: 'realm_owner', duties: [] })).toEqual([...duties]);
  expect(dutiesOf({ ...person, role: 'admin', duties: [] })).toEqual([...duties]);
});

it('separates approving from launching, for owners too', () => {
  const separated = { ...person, separate_approval: true };
  expect(dutiesOf({ ...separated, duties: ['launch', 'approve'] })).toEqual(['launch']);
  expect(dutiesOf({ ...separated, duties: ['approve'] })).toEqual(['approve']);
  expect(dutiesOf({ ...separated, role: 'realm_owner', duties: [] })).not.toContain('approve');
  expect(dutiesOf({ ...separated, role: 'admin', duties: [] })).toContain('approve');
  expect(areSeparate(['launch', 'approve'])).toBe(false);
  expect(areSeparate(['launch', 'pay'])).toBe(true);
});

it.each([
  ['an owner', true, false, null, null],
  ['a payer', false, false, null, 'RECORD_OF_OTHERS'],
  ['an owner where it is separate', true, true, 'OWN_PAYMENT', null],
  ['a payer where it is separate', false, true, 'OWN_PAYMENT', 'RECORD_OF_OTHERS'],
])('lets %s reverse their own and other records', (_, reversesOthers, separate, ofOwn, ofOthers) => {
  const viewer = { id: 1, person: 1, reversesOthers, separate };
  expect(reversalRefusal(viewer, { confirmed_by: 1, person: 1 })).toBe(ofOwn);
  for (const confirmed_by of [2, null])
    expect(reversalRefusal(viewer, { confirmed_by, person: confirmed_by })).toBe(ofOthers);
});
