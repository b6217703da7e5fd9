import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { RowReader } from '../../platform/database/row-reader';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import { Webhook } from './webhook.entity';
import type { WebhookDto, WebhookListQuery } from './webhooks.dto';

/** The columns that people set. */
export type WebhookValues = Partial<
  Pick<Webhook, 'name' | 'url' | 'format' | 'topics' | 'event_ids' | 'site_ids' | 'enabled'>
>;

/** How long messages are signed with the former secret too, after a rotation. */
const ROTATION = '24 hours';

const countOf = (condition: string): string =>
  `(SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${condition})`;

/** Reads and writes webhooks. */
@Injectable()
export class WebhooksRepository extends RowReader<WebhookDto, WebhookListQuery> {
  constructor() {
    super({
      what: 'Webhook',
      table: 'webhooks',
      columns: `w.id, w.realm_id, r.name AS realm_name, w.name, w.url, w.format, w.topics, w.event_ids, w.site_ids, w.enabled,
        CASE WHEN w.rotated_until > now() THEN w.rotated_until END AS rotated_until, w.sequence, w.failures,
        ${countOf("d.state = 'waiting' AND d.sequence IS NOT NULL")} AS waiting, ${countOf("d.state = 'dead'")} AS dead,
        w.created_at, w.updated_at`,
      from: 'FROM webhooks w JOIN realms r ON r.id = w.realm_id',
      id: 'w.id',
      version: 'w.version',
      filter: (query) =>
        new Conditions().ids('w.realm_id', query.realm_id, 'realm_id').search(['w.name'], query.q),
      sorts: { name: textOrder('w.name'), created_at: 'w.created_at', failures: 'w.failures' },
      defaultSort: 'name',
    });
  }

  /** The sealed address and secrets. */
  async findSecrets(tx: Tx, id: number): Promise<unknown> {
    const [row] = await tx.query<{ secrets: unknown }>('SELECT secrets FROM webhooks WHERE id = $1', [id]);
    return row?.secrets;
  }

  /** How many webhooks a realm has. Locks the realm's, so that parallel requests can't exceed the limit. */
  async lockAndCount(tx: Tx, realmId: number): Promise<number> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('webhooks'), $1)`, [realmId]);
    const [counted] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM webhooks WHERE realm_id = $1',
      [realmId],
    );
    return counted?.count ?? 0;
  }

  /** Returns the new webhook's id. */
  insertWebhook(tx: Tx, values: WebhookValues & Pick<Webhook, 'realm_id'>): Promise<number> {
    return insertRow(tx, Webhook, values);
  }

  updateWebhook(tx: Tx, id: number, values: WebhookValues): Promise<void> {
    return updateRow(tx, Webhook, id, values);
  }

  async saveSecrets(tx: Tx, id: number, secrets: object): Promise<void> {
    await tx.manager.update(Webhook, { id }, { secrets });
  }

  /** Has messages signed with the former secret too for a while. */
  async beginRotation(tx: Tx, id: number): Promise<void> {
    await tx.execute(`UPDATE webhooks SET rotated_until = now() + interval '${ROTATION}' WHERE id = $1`, [
      id,
    ]);
  }

  /** Removes a webhook with its messages, also those that wait. */
  async removeWebhook(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(Webhook, { id });
  }

  /** Those of the ids that name no event or site. */
  async findUnknown(tx: Tx, table: 'events' | 'sites', ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await tx.query<{ id: number }>(
      `SELECT id FROM unnest($1::int[]) AS named (id)
       WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.id = named.id AND t.deleted_at IS NULL)`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }
}
