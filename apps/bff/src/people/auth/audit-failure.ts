import { audit } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';

const actions = {
  password: 'session.sign_in_failed',
  code: 'session.second_factor_failed',
  passkey: 'session.passkey_failed',
  disabled: 'session.disabled_account_refused',
} as const;

/** Audits a wrong password, code or passkey, or the right one of a disabled account. */
export const auditFailure = (
  tx: Tx,
  user: { id: number; realm_id: number | null },
  failure: keyof typeof actions,
): Promise<void> =>
  audit(tx, { action: actions[failure], entity: 'user', entity_id: user.id, realm_id: user.realm_id });
