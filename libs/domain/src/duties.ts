import { type Action, can, type Permission, permissionsOf, type Reach, type Role } from './permissions.ts';

/** What a person of a realm may do beside their role: a realm's owner or an administrator gives it. */
export const duties = ['pay', 'launch', 'approve', 'finance', 'audit'] as const;
export type Duty = (typeof duties)[number];

/** What an act needs: the permission, or the duty. */
export type Need = { readonly action: Action; readonly reach: Reach; readonly duty?: Duty };

const own = { action: 'write', reach: 'own' } as const;

/** Which act needs what. Server and pages ask by the name of the act. */
export const acts = {
  /** Jobs and tasks: create, change, command, delete, restore; rehearsals. */
  launch: { ...own, duty: 'launch' },
  /** What a launch chooses from; who may change templates needs the permission. */
  readTemplates: { ...own, duty: 'launch' },
  /** The pay queue with its logins' secrets, and records of payments. */
  pay: { ...own, duty: 'pay' },
  /** Reversing what one has recorded oneself. */
  reverseOwn: { ...own, duty: 'pay' },
  /** Reversing what others have recorded. */
  reverseOthers: own,
  /** Requests for approval: approving and declining those of others. An owner has the duty, unless the realm separates it. */
  approve: { action: 'admin', reach: 'all', duty: 'approve' },
  readLedger: { ...own, duty: 'finance' },
  readAudit: { ...own, duty: 'audit' },
  giveDuties: own,
} as const satisfies Record<string, Need>;
export type Act = keyof typeof acts;

/** What somebody holds: the permissions of their role, and their duties; none where a browser has stored none yet. */
export type Holder = { readonly permissions: readonly Permission[]; readonly duties?: readonly Duty[] };

/** Whether the permissions or the duties cover a need. */
export const covers = ({ permissions, duties: held = [] }: Holder, { action, reach, duty }: Need): boolean =>
  can(permissions, action, reach) || (duty !== undefined && held.includes(duty));

/** Whether somebody may act. */
export const mayAct = (holder: Holder, act: Act): boolean => covers(holder, acts[act]);

/** The roles that may `pay` without the duty, for SQL. */
export const payingRoles = ['admin', 'realm_owner'] as const satisfies Role[];

/** An account as far as its duties go: those given, and whether its realm separates launching from approving. */
export type DutyAccount = {
  readonly role: Role;
  readonly duties: readonly Duty[];
  readonly separate_approval: boolean;
};

/**
 * The duties that somebody has: an administrator and a realm's owner all, anybody else those given to them. Where
 * launching and approving are separated, who launches doesn't approve; administrators stand outside the realm.
 */
export function dutiesOf({ role, duties: given, separate_approval }: DutyAccount): Duty[] {
  if (role === 'admin') return [...duties];
  const held = role === 'realm_owner' ? duties : duties.filter((duty) => given.includes(duty));
  return separate_approval && held.includes('launch') ? held.filter((duty) => duty !== 'approve') : [...held];
}

/** Whether a realm that separates launching from approving may give these duties to one person. */
export const areSeparate = (given: readonly Duty[]): boolean =>
  !(given.includes('launch') && given.includes('approve'));

/** Whether duties can be given to a role: all others have them all. */
export const takesDuties = (role: Role): boolean => role === 'realm_user';

/** What somebody holds by their role and duties. */
export const holderOf = (account: { readonly role: Role; readonly duties: readonly Duty[] }): Holder => ({
  permissions: permissionsOf(account.role),
  duties: account.duties,
});
