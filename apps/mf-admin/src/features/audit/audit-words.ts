import type { AuditDto } from '@tessera/api';
import type { AdminTexts } from '../../texts';
import { sentences, type Sentence } from './sentences';

/** Undefined for an action that a newer server writes. */
const sentenceOf = (action: string): Sentence | undefined =>
  Object.hasOwn(sentences, action) ? sentences[action as AuditDto['action']] : undefined;

/** Changes that turn something on or off have a sentence of their own. */
const switched: Readonly<Record<string, [field: string, sentences: Readonly<Record<string, Sentence>>]>> = {
  'user.update': ['status', { disabled: 'user_disabled', active: 'user_enabled' }],
  'realm.update': ['status', { suspended: 'realm_suspended', active: 'realm_resumed' }],
  'site.update': ['enabled', { 0: 'site_disabled', 1: 'site_enabled' }],
  'module.update': ['enabled', { false: 'module_disabled', true: 'module_enabled' }],
};

/** Attempts by people who weren't signed in: listed apart from what people and workers did. */
export const attempts = [
  'session.sign_in_failed',
  'session.second_factor_failed',
  'session.disabled_account_refused',
  'user.reset_requested',
] as const satisfies readonly AuditDto['action'][];

/** The actions that the list of activity offers as a filter. */
export const actions = (Object.keys(sentences) as AuditDto['action'][]).filter(
  (action) => !attempts.some((attempt) => attempt === action),
);

/** The wire's filter by action: `chosen` as in the URL, within the part of the audit that a tab shows. */
export function actionParameter(chosen: string | undefined, tab: 'activity' | 'attempts'): string {
  if (tab === 'activity')
    return chosen && !chosen.startsWith('!')
      ? chosen
      : `!${[...attempts, ...(chosen ? [chosen.slice(1)] : [])].join(',')}`;
  if (!chosen) return attempts.join(',');
  const named = chosen.replace(/^!/, '').split(',');
  return (
    attempts.filter((action) => named.includes(action) !== chosen.startsWith('!')).join(',') ||
    attempts.join(',')
  );
}

/** Reads the entry as a sentence; `actor` and `thing` fill its placeholders. */
export function sentence(t: AdminTexts, entry: AuditDto, parts: { actor: string; thing: string }): string {
  const [field, names] = switched[entry.action] ?? [];
  const value = field === undefined ? undefined : entry.after?.[field];
  const name = names?.[String(value)] ?? sentenceOf(entry.action);
  return name ? t(`auditSentences.${name}`, parts) : t('audit.unknown', { ...parts, action: entry.action });
}

/** Whether its fields are what it changed: a sign-in or an export has facts alone. */
export const isChange = ({ action, before }: AuditDto): boolean =>
  before !== null || action.endsWith('.create');

/** Who acted. Entries of one's own account written before sign-in was known to be theirs name the account alone. */
export function actorOf(entry: AuditDto): string {
  const own = ['session.sign_in', 'session.sign_out', 'user.registered', 'user.password_changed'];
  return entry.actor_kind === 'system' && own.includes(entry.action)
    ? (entry.entity_name ?? entry.actor_name)
    : entry.actor_name;
}

/** What it was done to: its name, an address that was read, else its number. */
export function thingOf({ entity_name, entity_id, after }: AuditDto): string {
  if (entity_name) return entity_name;
  if (typeof after?.path === 'string') return after.path;
  if (typeof after?.title === 'string') return `“${after.title}”`;
  return entity_id === null ? '' : `#${entity_id}`;
}

/** The entry as plain text. */
export const plainSentence = (t: AdminTexts, entry: AuditDto): string =>
  sentence(t, entry, { actor: actorOf(entry), thing: thingOf(entry) }).trim();

const pages: Readonly<Record<string, (id: string) => string>> = {
  job: (id) => `/jobs?open=${id}`,
  realm: () => '/realms',
  site: (id) => `/sites/${id}/events`,
  user: () => '/users',
  worker_token: () => '/workers?tab=tokens',
  module: () => '/modules',
};

/** The page of what it was done to; null where there is none, or nothing is left to look at. */
export function pathOf({ entity, entity_id, entity_name, action }: AuditDto): string | null {
  if (entity_id === null || action.endsWith('.delete')) return null;
  const page = pages[entity]?.(entity_id);
  if (!page) return null;
  return entity_name && (entity === 'user' || entity === 'realm')
    ? `${page}?q=${encodeURIComponent(entity_name)}`
    : page;
}

/** An action as a filter names it: its sentence, with an ellipsis for the actor and the thing. */
export const actionWords = (t: AdminTexts, action: AuditDto['action']): string => {
  const name = sentenceOf(action);
  return name ? t(`auditSentences.${name}`, { actor: '…', thing: '…' }).trim() : action;
};
