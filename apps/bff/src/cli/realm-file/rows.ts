import { defaultEscalationMinutes, type Duty, type Role } from '@tessera/domain';
import type { EventStatus } from '../../catalogue';
import { defaultSiteConfig, type SiteConfigData } from '../../catalogue/sites/site.entity';
import type { WebhookFormat } from '../../messages/webhooks/webhook.entity';
import type { WebhookTopic } from '../../messages/webhooks/webhook-topics';
import type { RealmStatus } from '../../people/realms/realm.entity';
import type { UserStatus } from '../../platform/auth/user.entity';
import type { Tx } from '../../platform/database/transactions';
import { budgetColumns } from '../../work/budget-columns';
import type { TemplateType } from '../../work/templates/template.entity';
import type { RealmFile } from './realm-file.dto';

/** A row with the version that a change of it names. */
type Versioned = { id: number; version: number };

export type RealmRow = Versioned & {
  name: string;
  status: RealmStatus;
  time_zone: string | null;
  max_tasks: number;
  max_logins: number;
  separate_approval: boolean;
  separate_reversal: boolean;
  single_sign_on_only: boolean;
  escalation_minutes: number | null;
};
export type SiteRow = Versioned & {
  name: string;
  url: string;
  display_name: string;
  enabled: 0 | 1;
  currency: string | null;
  time_zone: string | null;
  config: SiteConfigData;
};
export type EventRow = Versioned & {
  site_id: number;
  guid: string;
  name: string;
  ko: number | null;
  on_sale_at: Date | null;
  date: string | null;
  time: string | null;
  status: EventStatus;
  url: string | null;
  event_url: string | null;
  category: string | null;
  price_type: string | null;
  price_levels: Record<string, unknown> | null;
  max_per_customer: number | null;
  /** Whether the realm created it, or a template or webhook of the realm names it. */
  used: boolean;
};
export type PersonRow = Versioned & {
  email: string;
  role: Role;
  duties: Duty[];
  status: UserStatus;
  realm_id: number | null;
  realm_name: string | null;
};
export type InvitationRow = { id: number; email: string; role: Role; duties: Duty[] };
export type TemplateRow = Versioned & {
  name: string;
  type: TemplateType;
  site_id: number;
  event_id: number | null;
  pool_id: number | null;
  login_ids: number[];
  worker_count: number;
  seats_per_worker: number;
  launch_delay: number;
  target_count: number | null;
  budget: number | null;
  budget_per_task: number | null;
  budget_per_seat: number | null;
  budget_currency: string | null;
  price_type: string | null;
  price_levels: Record<string, unknown> | null;
  proxy_template: string | null;
  proxy_rotation_interval: number | null;
};
export type WebhookRow = Versioned & {
  name: string;
  url: string;
  format: WebhookFormat;
  topics: WebhookTopic[];
  event_ids: number[];
  site_ids: number[];
  enabled: boolean;
};
/** A pool or login that a template names. `name`: of a login its e-mail. */
export type NamedRow = { id: number; site_id: number; name: string };

/** What the database has of a realm and of what its file names. */
export type Rows = {
  realm: RealmRow | null;
  sites: SiteRow[];
  /** Sites in which the realm has logins or pools. */
  worked: ReadonlySet<number>;
  events: EventRow[];
  people: PersonRow[];
  invitations: InvitationRow[];
  templates: TemplateRow[];
  webhooks: WebhookRow[];
  pools: NamedRow[];
  logins: NamedRow[];
};

/** Reads the realm of a name, ignoring case, and what a file names; without a realm, what there is of the rest. */
export async function readRows(tx: Tx, name: string, file: Partial<RealmFile>): Promise<Rows> {
  const [realm = null] = await tx.query<RealmRow>(
    `SELECT id, version, name, status, time_zone, max_tasks, max_logins, separate_approval, separate_reversal,
       single_sign_on_only, CASE WHEN s.realm_id IS NULL THEN ${defaultEscalationMinutes} ELSE s.minutes END AS escalation_minutes
     FROM realms r LEFT JOIN escalation_settings s ON s.realm_id = r.id
     WHERE identity_text(name) = identity_text($1) AND deleted_at IS NULL AND parent_realm_id IS NULL`,
    [name],
  );
  const id = realm?.id ?? null;
  const templates = await readTemplates(tx, id);
  const webhooks = await tx.query<WebhookRow>(
    `SELECT id, version, name, url, format, topics, event_ids, site_ids, enabled FROM webhooks WHERE realm_id = $1 ORDER BY id`,
    [id],
  );
  const used = [
    ...templates.flatMap(({ event_id }) => event_id ?? []),
    ...webhooks.flatMap(({ event_ids }) => event_ids),
  ];
  const guids = [
    ...(file.events ?? []).map(({ guid }) => guid),
    ...(file.templates ?? []).flatMap(({ event }) => event ?? []),
    ...(file.webhooks ?? []).flatMap(({ events = [] }) => events.map(({ guid }) => guid)),
  ];
  const logins = (file.templates ?? []).flatMap(({ logins: emails = [] }) => emails);
  return {
    realm,
    sites: await readSites(tx),
    worked: await readWorked(tx, id),
    events: await readEvents(tx, id, used, guids),
    people: await readPeople(
      tx,
      id,
      (file.people ?? []).map(({ email }) => email),
    ),
    invitations: await tx.query<InvitationRow>(
      `SELECT id, email, role, duties FROM invitations i WHERE realm_id = $1 AND ${isOutstanding} ORDER BY id DESC`,
      [id],
    ),
    templates,
    webhooks,
    pools: await tx.query<NamedRow>(
      'SELECT id, site_id, name FROM pools WHERE realm_id = $1 AND deleted_at IS NULL ORDER BY id',
      [id],
    ),
    logins: await tx.query<NamedRow>(
      `SELECT id, site_id, email AS name FROM logins WHERE realm_id = $1 AND deleted_at IS NULL AND email IN (
         SELECT canonical_email(email) FROM unnest($2::text[]) AS named (email)
         UNION ALL SELECT email FROM logins WHERE id = ANY ($3::int[])) ORDER BY id`,
      [id, logins, templates.flatMap(({ login_ids }) => login_ids)],
    ),
  };
}

/** An invitation of one address that its row says can still be used. */
const isOutstanding = `i.email IS NOT NULL AND i.role <> 'admin' AND i.used_at IS NULL AND i.revoked_at IS NULL
  AND i.expires_at > now()`;

async function readSites(tx: Tx): Promise<SiteRow[]> {
  const sites = await tx.query<SiteRow>(
    `SELECT id, version, name, url, display_name, enabled, currency, time_zone, config FROM sites
     WHERE deleted_at IS NULL ORDER BY id`,
  );
  return sites.map((site) => ({ ...site, config: { ...defaultSiteConfig, ...site.config } }));
}

async function readWorked(tx: Tx, realmId: number | null): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ site_id: number }>(
    `SELECT DISTINCT site_id FROM logins WHERE realm_id = $1 AND deleted_at IS NULL
     UNION SELECT site_id FROM pools WHERE realm_id = $1 AND deleted_at IS NULL`,
    [realmId],
  );
  return new Set(rows.map(({ site_id }) => site_id));
}

const readEvents = (tx: Tx, realmId: number | null, used: number[], guids: string[]): Promise<EventRow[]> =>
  tx.query<EventRow>(
    `SELECT id, version, site_id, guid, name, ko::float8 AS ko, on_sale_at, date, time, status, url, event_url, category,
       price_type, price_levels, max_per_customer,
       id = ANY ($2::int[]) OR created_by_realm_id IS NOT DISTINCT FROM $1::int AND $1::int IS NOT NULL AS used
     FROM events WHERE deleted_at IS NULL AND (id = ANY ($2::int[]) OR created_by_realm_id = $1
       OR identity_text(guid) IN (SELECT identity_text(guid) FROM unnest($3::text[]) AS named (guid))) ORDER BY id`,
    [realmId, used, guids],
  );

/** The realm's people, and those who have one of the addresses or one of an outstanding invitation. */
const readPeople = (tx: Tx, realmId: number | null, emails: string[]): Promise<PersonRow[]> =>
  tx.query<PersonRow>(
    `SELECT u.id, u.version, u.email, u.role, u.duties, u.status, u.realm_id, r.name AS realm_name
     FROM users u LEFT JOIN realms r ON r.id = u.realm_id
     WHERE u.service_token_id IS NULL AND (u.realm_id = $1 OR u.email = ANY ($2::text[])
       OR u.email IN (SELECT i.email FROM invitations i WHERE i.realm_id = $1 AND ${isOutstanding})) ORDER BY u.id`,
    [realmId, emails],
  );

const readTemplates = (tx: Tx, realmId: number | null): Promise<TemplateRow[]> =>
  tx.query<TemplateRow>(
    `SELECT id, version, name, type, site_id, event_id, pool_id, worker_count, seats_per_worker, launch_delay, target_count,
       ${budgetColumns('t')}, price_type, price_levels, proxy_template, proxy_rotation_interval,
       ARRAY(SELECT l.login_id FROM template_logins l WHERE l.template_id = t.id ORDER BY l.position) AS login_ids
     FROM templates t WHERE realm_id = $1 AND deleted_at IS NULL ORDER BY id`,
    [realmId],
  );
