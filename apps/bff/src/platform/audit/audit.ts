import type { Role } from '@tessera/domain';
import type { Tx } from '../database/transactions';
import type { Actor } from '../realm-scope/scope';
import type { AuditAction } from './actions';

/** What happened, for the ledger that nobody rewrites. `before` and `after` are rows; of two, only what differs is kept. */
export type AuditEntry = {
  /** A verb with its object, e.g. `login.update`. */
  action: AuditAction;
  entity: string;
  entity_id: number | string | null;
  /** Whose ledger it is in; null for what concerns no realm, which administrators alone read. */
  realm_id: number | null;
  before?: object | null;
  after?: object | null;
};

/** Never in the ledger: secrets, sealed or hashed, and links that open a place. */
const left =
  /(^|_)(password|secrets?|token|hash|cookies|basket|auth|p256dh|endpoint|unique_link|pass_link|card|address|proxy|home_phone|mobile_phone)($|_)/;
/** Moves by itself and says nothing. */
const noise = new Set(['version', 'updated_at']);

/** Appends to the audit, in the transaction of the change it tells of. */
export const audit = (tx: Tx, entry: AuditEntry): Promise<void> => auditAll(tx, [entry]);

/** As `audit`, for what somebody does to their own account in a request whose scope doesn't name them, such as a sign-in. */
export const auditBy = (
  tx: Tx,
  { id, email, role, realm_id }: { id: number; email: string; role: Role; realm_id: number | null },
  entry: Pick<AuditEntry, 'action' | 'after'>,
): Promise<void> =>
  auditAll(tx, [{ ...entry, entity: 'user', entity_id: id, realm_id }], {
    ...tx.scope.actor,
    kind: 'user',
    userId: id,
    label: email,
    role,
  });

/** As `audit`, several entries in one statement. */
export async function auditAll(
  tx: Tx,
  entries: readonly AuditEntry[],
  actor: Actor = tx.scope.actor,
): Promise<void> {
  if (entries.length === 0) return;
  const { kind, userId, label, role, sessionId, requestId, address } = actor;
  const rows = entries.map(({ realm_id, action, entity, entity_id, before, after }) => {
    const [was, is] = difference(clean(before), clean(after));
    return {
      realm_id,
      action,
      entity,
      entity_id: entity_id?.toString(),
      before: was ?? undefined,
      after: is ?? undefined,
    };
  });
  await tx.execute(
    `INSERT INTO audit (realm_id, actor_kind, actor_id, who, role, session_id, request_id, address, action, entity,
       entity_id, before, after)
     SELECT e.realm_id, $2, $3, left($4, 320), $5, $6, left($7, 200), left($8, 100), e.action, e.entity, e.entity_id,
       e.before, e.after
     FROM jsonb_to_recordset($1::jsonb) AS e(realm_id int, action text, entity text, entity_id text, before jsonb,
       after jsonb)`,
    [JSON.stringify(rows), kind, userId, label, role, sessionId, requestId, address],
  );
}

type Row = Record<string, unknown>;

function clean(row: object | null | undefined): Row | null {
  if (!row) return null;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.test(name) && !noise.has(name)));
}

function difference(before: Row | null, after: Row | null): [Row | null, Row | null] {
  if (!before || !after) return [before, after];
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return [pick(before), pick(after)];
}
