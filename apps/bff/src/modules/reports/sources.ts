import type { Account } from '../../platform/auth/account';
import type { Tokens } from '../../platform/auth/tokens';

/** Whose reports count together: those of a realm, or of the administrators. */
export type ReportSource = 'administrators' | { realmId: number };

/** Null for users whom no administrator has given a realm: their reports don't count. */
export function sourceOf({ role, realmId }: Pick<Account, 'role' | 'realmId'>): ReportSource | null {
  if (role === 'admin') return 'administrators';
  return realmId === null ? null : { realmId };
}

/** The keyed hash of a source in the reports of a release. */
export const keyOfSource = (tokens: Tokens, source: ReportSource, releaseId: number): string =>
  tokens.keyed(
    'module-reports',
    `${source === 'administrators' ? source : `realm:${source.realmId}`}:${releaseId}`,
  );
