import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { templateTypes } from './template.entity';
import type { TemplateDto, TemplateListQuery } from './templates.dto';

/** When the newest job was made of a template, whatever became of it; one probe of `jobs_template`. */
const lastLaunched = `(SELECT j.created_at FROM jobs j WHERE j.realm_id = t.realm_id AND j.template_id = t.id
  ORDER BY j.created_at DESC LIMIT 1)`;

/** A template as it is answered. */
export const templateProjection: Projection = {
  what: 'Template',
  columns: `t.id, t.name, t.type, t.realm_id, t.site_id, s.name AS site_name, t.event_id, e.guid AS event_guid,
    e.name AS event_name, t.worker_count, t.seats_per_worker, t.launch_delay, t.target_count, t.price_type,
    t.price_levels, t.proxy_template, t.proxy_rotation_interval, t.pool_id, p.name AS pool_name,
    ${lastLaunched} AS last_launched_at, t.created_at, t.updated_at,
    ARRAY(SELECT tl.login_id FROM template_logins tl WHERE tl.template_id = t.id ORDER BY tl.position) AS login_ids`,
  from: `FROM templates t JOIN sites s ON s.id = t.site_id LEFT JOIN events e ON e.id = t.event_id
    LEFT JOIN pools p ON p.realm_id = t.realm_id AND p.id = t.pool_id`,
  version: 't.version',
};

export const templateSorts = {
  name: 'lower(t.name)',
  type: 't.type',
  worker_count: 't.worker_count',
  // What was never launched counts as the longest ago.
  last_launched_at: `coalesce(${lastLaunched}, '-infinity')`,
  created_at: 't.created_at',
  updated_at: 't.updated_at',
};

export const templateConditions = (query: TemplateListQuery): Conditions =>
  new Conditions()
    .add('t.deleted_at IS NULL')
    .words('t.type', query.type, 'type', templateTypes)
    .ids('t.site_id', query.site_id, 'site_id')
    .ids('t.event_id', query.event_id, 'event_id')
    .ids('t.pool_id', query.pool_id, 'pool_id')
    .ids('t.realm_id', query.realm_id, 'realm_id')
    .search(['t.name', 'e.name'], query.q);

export const readTemplate = (tx: Tx, id: number): Promise<Found<TemplateDto>> =>
  selectOne(tx, templateProjection, 't.id = $1 AND t.deleted_at IS NULL', [id]);

/** Puts these logins into the template, in this order, for those it had; the template's version moves with them. */
export async function replaceLogins(
  tx: Tx,
  templateId: number,
  realmId: number,
  loginIds: readonly number[],
): Promise<void> {
  await tx.execute('DELETE FROM template_logins WHERE template_id = $1', [templateId]);
  await tx.execute(
    `INSERT INTO template_logins (realm_id, template_id, login_id, position)
     SELECT $1, $2, login_id, position FROM unnest($3::int[]) WITH ORDINALITY AS l(login_id, position)`,
    [realmId, templateId, loginIds],
  );
  await tx.execute('UPDATE templates SET version = version + 1 WHERE id = $1', [templateId]);
}
