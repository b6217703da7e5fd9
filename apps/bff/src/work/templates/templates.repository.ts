import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { siteName, textOrder } from '../../platform/database/display-names';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow, restoreRow, updateRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import { budgetColumns } from '../budget-columns';
import { Template, TemplateLogin, templateTypes } from './template.entity';
import type { TemplateDto, TemplateListQuery } from './templates.dto';

/** A template without what follows from prices. */
export type TemplateRow = Omit<TemplateDto, 'cost'>;

/** When the newest job of a template was created, whatever its outcome: one probe of the index `jobs_template`. */
const lastLaunched = `(SELECT j.created_at FROM jobs j WHERE j.realm_id = t.realm_id AND j.template_id = t.id
  ORDER BY j.created_at DESC LIMIT 1)`;

const source: RowSource<TemplateListQuery> = {
  what: 'Template',
  table: 'templates',
  columns: `t.id, t.name, t.type, t.realm_id, t.site_id, ${siteName('s')} AS site_name, t.event_id, e.guid AS event_guid,
    e.name AS event_name, t.worker_count, t.seats_per_worker, t.launch_delay, t.target_count,
    ${budgetColumns('t')}, t.price_type, t.price_levels, t.proxy_template, t.proxy_rotation_interval, t.pool_id, p.name AS pool_name,
    ${lastLaunched} AS last_launched_at, t.created_at, t.updated_at,
    ARRAY(SELECT tl.login_id FROM template_logins tl WHERE tl.template_id = t.id ORDER BY tl.position) AS login_ids`,
  from: `FROM templates t JOIN sites s ON s.id = t.site_id LEFT JOIN events e ON e.id = t.event_id
    LEFT JOIN pools p ON p.realm_id = t.realm_id AND p.id = t.pool_id`,
  id: 't.id',
  version: 't.version',
  visible: 't.deleted_at IS NULL',
  filter: (query) =>
    new Conditions()
      .words('t.type', query.type, 'type', templateTypes)
      .ids('t.site_id', query.site_id, 'site_id')
      .ids('t.event_id', query.event_id, 'event_id')
      .ids('t.pool_id', query.pool_id, 'pool_id')
      .ids('t.realm_id', query.realm_id, 'realm_id')
      .search(['t.name', 'e.name'], query.q),
  sorts: {
    name: textOrder('t.name'),
    type: 't.type',
    worker_count: 't.worker_count',
    // A template that was never launched sorts as the oldest.
    last_launched_at: `coalesce(${lastLaunched}, '-infinity')`,
    created_at: 't.created_at',
    updated_at: 't.updated_at',
  },
  defaultSort: 'name',
};

/** The columns that people set. */
export type TemplateValues = Partial<
  Omit<Template, 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'>
>;

/** Reads and writes templates. */
@Injectable()
export class TemplatesRepository extends RowReader<TemplateRow, TemplateListQuery> {
  constructor() {
    super(source);
  }

  /** Returns the new template's id. */
  insertTemplate(tx: Tx, values: TemplateValues): Promise<number> {
    return insertRow(tx, Template, values);
  }

  updateTemplate(tx: Tx, id: number, values: TemplateValues): Promise<void> {
    return updateRow(tx, Template, id, values);
  }

  /** Replaces the template's logins by these, in this order. The template's version covers them too. */
  async replaceLogins(tx: Tx, id: number, realmId: number, loginIds: readonly number[]): Promise<void> {
    await tx.manager.delete(TemplateLogin, { template_id: id });
    await tx.execute(
      `INSERT INTO template_logins (realm_id, template_id, login_id, position)
       SELECT $1, $2, login_id, position FROM unnest($3::int[]) WITH ORDINALITY AS l(login_id, position)`,
      [realmId, id, loginIds],
    );
    await tx.execute('UPDATE templates SET version = version + 1 WHERE id = $1', [id]);
  }

  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.manager.softDelete(Template, { id });
  }

  /** @throws 404 when there is no template, or it was deleted more than 30 days ago */
  async restore(tx: Tx, id: number): Promise<void> {
    await restoreRow(tx, 'templates', id, 'Template');
  }
}
