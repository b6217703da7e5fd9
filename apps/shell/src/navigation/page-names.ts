import type { ModuleNav } from '@tessera/federation';
import type { ShellTexts } from '../texts';
import { en } from '../texts/en';

type PageName = keyof typeof en.pages;

/** The key of each known page's name in the catalogue, by its path or its module's pattern. */
const names: Readonly<Record<string, PageName | undefined>> = {
  '/dashboard': 'dashboard',
  '/notifications': 'notifications',
  '/account': 'account',
  '/unauthorized': 'unauthorized',
  '/tasks': 'tasks',
  '/jobs': 'jobs',
  '/jobs/:id': 'jobs',
  '/templates': 'templates',
  '/queueitlinks': 'queueItLinks',
  '/rehearsals': 'rehearsals',
  '/rehearsals/:id': 'rehearsals',
  '/on-sale/:eventId': 'onSale',
  '/on-sale/:eventId/waiting': 'waitingPlaces',
  '/waiting': 'waitingPlaces',
  '/calendar': 'calendar',
  '/approvals': 'approvals',
  '/approvals/:id': 'approvals',
  '/on-sale/:eventId/seats': 'seats',
  '/tickets': 'tickets',
  '/ledger': 'ledger',
  '/pay': 'pay',
  '/sites': 'sites',
  '/sites/:siteId/events': 'events',
  '/sites/:siteId/logins': 'logins',
  '/identities': 'identities',
  '/users': 'users',
  '/realms': 'realms',
  '/budgets': 'budgets',
  '/budgets/month': 'budgets',
  '/requests': 'requests',
  '/single-sign-on': 'singleSignOn',
  '/audit': 'audit',
  '/workers': 'workers',
  '/modules': 'modules',
  '/modules/:name': 'modules',
  '/modules/recovery': 'recovery',
  '/account/people': 'people',
  '/service-tokens': 'serviceTokens',
  '/webhooks': 'webhooks',
};

/** The name of a known page; undefined for any other. */
export function pageName(t: ShellTexts, path: string): string | undefined {
  const name = names[path];
  return name && t(`pages.${name}`);
}

/**
 * The label of a menu entry. Modules label their entries in English (`module.json`); a label that is in the catalogue is
 * translated, any other is shown as it is.
 */
export function navLabel(t: ShellTexts, { label, path }: Pick<ModuleNav, 'label' | 'path'>): string {
  const name = names[path];
  return name && en.pages[name] === label ? t(`pages.${name}`) : label;
}
