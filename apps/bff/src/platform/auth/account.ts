import type { Role } from '@tessera/domain';

/** A signed-in user and their session, read from the database less than a second ago. */
export type Account = {
  userId: number;
  email: string;
  name: string;
  role: Role;
  realmId: number | null;
  /** Whether an administrator has suspended the user's realm, which makes it read-only. */
  realmSuspended: boolean;
  sessionId: string;
};
