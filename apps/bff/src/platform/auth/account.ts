import type { Role } from '@tessera/domain';

/** A signed-in user and their session, as read from the database at most a second ago. */
export type Account = {
  userId: number;
  email: string;
  name: string;
  role: Role;
  realmId: number | null;
  /** An administrator has suspended the user's realm: it is read-only. */
  realmSuspended: boolean;
  sessionId: string;
};
