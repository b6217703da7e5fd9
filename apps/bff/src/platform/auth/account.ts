import type { Duty, Role } from '@tessera/domain';

/** A signed-in user and their session, read from the database less than a second ago. */
export type Account = {
  userId: number;
  email: string;
  name: string;
  role: Role;
  /** What they may do beside their role; all duties for owners and administrators. */
  duties: readonly Duty[];
  realmId: number | null;
  /** Whether an administrator has suspended the user's realm, which makes it read-only. */
  realmSuspended: boolean;
  /** Whether the realm lets nobody reverse what they recorded themselves. */
  separateReversal: boolean;
  sessionId: string;
  /** Of a service token, which acts as a realm_user; null: a person. */
  serviceTokenId: number | null;
};
