import type { Role } from '@tessera/domain';
import { AS_PERSON } from '../database/display-names';
import type { Tx } from '../database/transactions';
import type { Actor } from '../realm-scope/scope';
import type { AuditAction } from './actions';

/** What happened. `before` and `after` are rows; when both are given, only the columns that differ are stored. */
export type AuditEntry = {
  action: AuditAction;
  entity: string;
  entity_id: number | string | null;
  /** Null for entries that concern no realm. */
  realm_id: number | null;
  before?: object | null;
  after?: object | null;
};

/** Columns that never enter the audit log: secrets, their sealed or hashed forms, personal data and links that admit their holder. */
const excludedColumns =
  /(^|_)(password|secrets?|token|hash|cookies|basket|auth|p256dh|endpoint|unique_link|pass_link|card|address|proxy|home_phone|mobile_phone)($|_)/;
/** Columns that change with every write. */
const irrelevantColumns = new Set(['version', 'updated_at']);

/** Entries for one action on several rows of a kind; rows without `realm_id` concern no realm. */
export const auditEntriesOf = (
  action: AuditAction,
  entity: string,
  rows: readonly { id: number; realm_id?: number | null }[],
): AuditEntry[] => rows.map(({ id, realm_id = null }) => ({ action, entity, entity_id: id, realm_id }));

/** Appends an entry to the audit log, in the transaction of the change. */
export const audit = (tx: Tx, entry: AuditEntry): Promise<void> => auditAll(tx, [entry]);

/** As `audit`, for what users do to their own account in a request whose scope doesn't name them, such as a sign-in. */
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
  const rows = entries.map(({ realm_id, action, entity, entity_id, before, after }) => ({
    realm_id,
    action,
    entity,
    entity_id: entity_id?.toString() ?? null,
    ...difference(withoutExcluded(before), withoutExcluded(after)),
  }));
  await insertAuditRows(tx, rows, actor);
}

type Row = Record<string, unknown>;

function withoutExcluded(row: object | null | undefined): Row | null {
  if (!row) return null;
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !excludedColumns.test(name) && !irrelevantColumns.has(name)),
  );
}

function difference(before: Row | null, after: Row | null): { before: Row | null; after: Row | null } {
  if (!before || !after) return { before, after };
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}

/** An entry as it is stored, without its actor. */
type AuditRow = {
  realm_id: number | null;
  action: AuditAction;
  entity: string;
  entity_id: string | null;
  before: object | null;
  after: object | null;
};

/** Who acted: an administrator who views the console as somebody else, named with that person. */
const viewerOf = (actor: Actor): Actor =>
  actor.viewer
    ? {
        ...actor,
        userId: actor.viewer.userId,
        label: `${actor.viewer.email}${AS_PERSON}${actor.label}`,
        role: 'admin',
      }
    : actor;

/** Appends entries of one actor to the audit log, in one statement. */
async function insertAuditRows(tx: Tx, rows: readonly AuditRow[], actor: Actor): Promise<void> {
  const { kind, userId, label, role, sessionId, requestId, address } = viewerOf(actor);
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
