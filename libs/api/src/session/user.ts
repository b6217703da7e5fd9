import { type Duty, type Permission, permissionsOf, type Role } from '@tessera/domain';
import type { MeDto } from '../generated';

export type RealmStatus = NonNullable<MeDto['realm_status']>;

/** The signed-in user as the console stores it. */
export interface User {
  id: number;
  email: string;
  name: string;
  role: Role;
  /** Derived from the role; `read:own` when the role is unknown. */
  permissions: readonly Permission[];
  /** What they may do beside their role; left out by servers and stored sessions from before there were duties. */
  duties?: readonly Duty[];
  /** Whether their realm lets nobody reverse what they recorded themselves; left out as `duties`. */
  separateReversal?: boolean;
  /** Null for administrators, and for users who wait for a realm. */
  realmId: number | null;
  realmName: string | null;
  /** `suspended`: the realm is read-only. Null without a realm. */
  realmStatus: RealmStatus | null;
  /** IANA name; null when the realm has none, or without a realm. */
  realmTimeZone: string | null;
  /** The administrator who views the console as this user, to read only; null or left out for the user themselves. */
  viewing?: MeDto['viewing'];
  /** From when on they need a second factor, in ISO 8601; null or left out: they need none, or have one. */
  secondFactorBy?: string | null;
  /** ISO 8601. */
  created: string;
  updated: string;
}

/** Maps the server's user to the console's. */
export function toUser(answer: MeDto): User {
  return {
    id: answer.id,
    email: answer.email,
    name: answer.name,
    role: answer.role,
    permissions: permissionsOf(answer.role),
    duties: answer.duties,
    separateReversal: answer.separate_reversal,
    realmId: answer.realm_id,
    realmName: answer.realm_name,
    realmStatus: answer.realm_status,
    realmTimeZone: answer.realm_time_zone,
    viewing: answer.viewing,
    secondFactorBy: answer.second_factor_by,
    created: answer.created_at,
    updated: answer.updated_at,
  };
}
