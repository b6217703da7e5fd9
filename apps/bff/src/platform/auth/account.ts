import type { Duty, Role } from '@tessera/domain';

/** The administrator whose session views the console as somebody else, to read only. */
export type Viewer = {
  userId: number;
  email: string;
  reason: string;
  until: Date;
  /**
   * The time is over, or the person can't be viewed any more. The account is the administrator's own then, but may do nothing
   * until the view is ended: a page that still shows the person must not act as the administrator.
   */
  hasEnded: boolean;
};

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
  /** Whether they have to set up a second factor before anything else. */
  secondFactorDue: boolean;
  sessionId: string;
  /** Of a service token, which acts as a realm_user; null: a person. */
  serviceTokenId: number | null;
  /** Null: the session is the user's own. */
  viewer: Viewer | null;
};

/** Whose session it is: the administrator's while they view the console as somebody else. */
export const signedInUserId = ({ viewer, userId }: Account): number => viewer?.userId ?? userId;
