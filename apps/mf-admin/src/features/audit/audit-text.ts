import type { AuditDto } from '@tessera/api';
import type { AdminTexts } from '../../texts';
import { actionSentences, type Sentence } from './action-sentences';

/** Undefined for an action that only a newer server knows. */
const findSentence = (action: string): Sentence | undefined =>
  Object.hasOwn(actionSentences, action) ? actionSentences[action as AuditDto['action']] : undefined;

/** Updates of these fields have a sentence per value, such as "disabled the user". */
const stateChanges: Readonly<Record<string, [field: string, sentences: Readonly<Record<string, Sentence>>]>> =
  {
    'user.update': ['status', { disabled: 'user_disabled', active: 'user_enabled' }],
    'realm.update': ['status', { suspended: 'realm_suspended', active: 'realm_resumed' }],
    'site.update': ['enabled', { 0: 'site_disabled', 1: 'site_enabled' }],
    'module.update': ['enabled', { false: 'module_disabled', true: 'module_enabled' }],
  };

/** Attempts by visitors who weren't signed in. They are listed on a separate tab. */
export const attemptActions = [
  'session.sign_in_failed',
  'session.second_factor_failed',
  'session.disabled_account_refused',
  'user.reset_requested',
] as const satisfies readonly AuditDto['action'][];

/** Actions of the tab "Activity". */
export const activityActions = (Object.keys(actionSentences) as AuditDto['action'][]).filter(
  (action) => !attemptActions.some((attempt) => attempt === action),
);

/** Combines the action filter of the URL (`chosen`) with the actions that the tab shows. */
export function toActionParameter(chosen: string | undefined, tab: 'activity' | 'attempts'): string {
  if (tab === 'activity')
    return chosen && !chosen.startsWith('!')
      ? chosen
      : `!${[...attemptActions, ...(chosen ? [chosen.slice(1)] : [])].join(',')}`;
  if (!chosen) return attemptActions.join(',');
  const named = chosen.replace(/^!/, '').split(',');
  return (
    attemptActions.filter((action) => named.includes(action) !== chosen.startsWith('!')).join(',') ||
    attemptActions.join(',')
  );
}

/** Formats an entry as a sentence; `actor` and `object` fill its placeholders. */
export function formatSentence(
  t: AdminTexts,
  entry: AuditDto,
  parts: { actor: string; object: string },
): string {
  const [field, names] = stateChanges[entry.action] ?? [];
  const value = field === undefined ? undefined : entry.after?.[field];
  const name = names?.[String(value)] ?? findSentence(entry.action);
  return name ? t(`auditSentences.${name}`, parts) : t('audit.unknown', { ...parts, action: entry.action });
}

/** Whether the entry's fields are changes. A sign-in or an export records details only. */
export const hasChanges = ({ action, before }: AuditDto): boolean =>
  before !== null || action.endsWith('.create');

/** The actor's name. Older entries of an own account name the system as actor; they show the account instead. */
export function actorName(entry: AuditDto): string {
  const own = ['session.sign_in', 'session.sign_out', 'user.registered', 'user.password_changed'];
  return entry.actor_kind === 'system' && own.includes(entry.action)
    ? (entry.entity_name ?? entry.actor_name)
    : entry.actor_name;
}

/** The object's name, a path or a title; otherwise its id. */
export function objectName({ entity_name, entity_id, after }: AuditDto): string {
  if (entity_name) return entity_name;
  if (typeof after?.path === 'string') return after.path;
  if (typeof after?.title === 'string') return `“${after.title}”`;
  return entity_id === null ? '' : `#${entity_id}`;
}

/** The entry as plain text. */
export const formatPlainSentence = (t: AdminTexts, entry: AuditDto): string =>
  formatSentence(t, entry, { actor: actorName(entry), object: objectName(entry) }).trim();

const objectPages: Readonly<Record<string, (id: string) => string>> = {
  approval: (id) => `/approvals/${id}`,
  change_request: (id) => `/requests?open=${id}`,
  job: (id) => `/jobs/${id}`,
  realm: () => '/realms',
  rehearsal: (id) => `/rehearsals/${id}`,
  site: (id) => `/sites/${id}/events`,
  user: () => '/users',
  service_token: () => '/service-tokens',
  webhook: (id) => `/webhooks?open=${id}`,
  worker_token: () => '/workers?tab=tokens',
  identity_provider: () => '/single-sign-on',
  identity_match: (id) => `/identities?open=${id}`,
  module: () => '/modules',
  module_publisher: (id) => `/modules?tab=publishers&open=${id}`,
};

/** The page that shows the object; null without a page or after a deletion. */
export function objectPath({ entity, entity_id, entity_name, action }: AuditDto): string | null {
  if (entity_id === null || action.endsWith('.delete')) return null;
  const page = objectPages[entity]?.(entity_id);
  if (!page) return null;
  return entity_name && (entity === 'user' || entity === 'realm')
    ? `${page}?q=${encodeURIComponent(entity_name)}`
    : page;
}

/** The label of an action: its sentence with an ellipsis for the actor and the object. */
export const actionLabel = (t: AdminTexts, action: AuditDto['action']): string => {
  const name = findSentence(action);
  return name ? t(`auditSentences.${name}`, { actor: '…', object: '…' }).trim() : action;
};
