import { isIP } from 'node:net';
import type { AuditAction } from '../../platform/audit/actions';
import type { AuditDto } from './audit.dto';

/** The version of the Elastic Common Schema whose field names are used. */
const ECS_VERSION = '8.17.0';

/** What an action is about: its name up to the dot. */
type Subject = AuditAction extends infer A ? (A extends `${infer S}.${string}` ? S : never) : never;

/** ECS has these categories, and none for work at a ticketing site. */
const categories: Readonly<Record<Subject, 'authentication' | 'configuration' | 'iam' | 'web' | null>> = {
  approval: 'configuration',
  basket: null,
  bulk_operation: null,
  calendar_feed: 'configuration',
  change_request: 'configuration',
  event: 'configuration',
  hold: null,
  identity: 'configuration',
  identity_provider: 'iam',
  installation: 'configuration',
  invitation: 'iam',
  job: null,
  link: null,
  list: null,
  login: null,
  mail: null,
  module: 'configuration',
  module_key: 'iam',
  module_publisher: 'iam',
  module_token: 'iam',
  notification: null,
  pool: null,
  push: 'configuration',
  realm: 'configuration',
  rehearsal: null,
  request: 'web',
  service_token: 'iam',
  session: 'authentication',
  site: 'configuration',
  template: 'configuration',
  ticket: null,
  user: 'iam',
  webhook: 'configuration',
  worker_token: 'iam',
};

/** Actions that are the refusal of something. */
const isFailure = (action: AuditAction): boolean => /refused|_failed|_copied|without_cookie/.test(action);

/** An audit entry as one line of JSON with ECS field names. Fields without a value are left out. */
export function toEcsLine(entry: AuditDto): string {
  const category = categories[entry.action.split('.')[0] as Subject] ?? null;
  return JSON.stringify({
    '@timestamp': entry.at,
    ecs: { version: ECS_VERSION },
    event: {
      kind: 'event',
      id: String(entry.id),
      action: entry.action,
      ...(category && { category: [category] }),
      outcome: isFailure(entry.action) ? 'failure' : 'success',
    },
    user: {
      ...(entry.actor_id !== null && { id: String(entry.actor_id) }),
      name: entry.who,
      full_name: entry.actor_name,
      ...(entry.role !== null && { roles: [entry.role] }),
    },
    ...(entry.realm_id !== null && {
      organization: { id: String(entry.realm_id), name: entry.realm_name ?? undefined },
    }),
    ...(entry.address !== null && {
      source: { address: entry.address, ...(isIP(entry.address) > 0 && { ip: entry.address }) },
    }),
    ...(entry.request_id !== null && { http: { request: { id: entry.request_id } } }),
    tessera: {
      actor_kind: entry.actor_kind,
      session_id: entry.session_id ?? undefined,
      entity: entry.entity,
      entity_id: entry.entity_id ?? undefined,
      entity_name: entry.entity_name ?? undefined,
      rehearsal_id: entry.rehearsal_id ?? undefined,
      before: entry.before ?? undefined,
      after: entry.after ?? undefined,
    },
  });
}
