import type { ModuleNav } from '@tessera/federation';
import type { ShellTexts } from '../texts';
import { en } from '../texts/en';

type PageName = keyof typeof en.pages;

/** The catalogue's name for each page that is known here, by its path or its module's pattern. */
const names: Readonly<Record<string, PageName | undefined>> = {
  '/dashboard': 'dashboard',
  '/notifications': 'notifications',
  '/account': 'account',
  '/unauthorized': 'unauthorized',
  '/tasks': 'tasks',
  '/jobs': 'jobs',
  '/templates': 'templates',
  '/queueitlinks': 'queueItLinks',
  '/tickets': 'tickets',
  '/ledger': 'ledger',
  '/sites': 'sites',
  '/sites/:siteId/events': 'events',
  '/sites/:siteId/logins': 'logins',
  '/users': 'users',
  '/realms': 'realms',
  '/audit': 'audit',
  '/workers': 'workers',
  '/modules': 'modules',
  '/account/people': 'people',
};

/** What a page is called, if it is one that is known here. */
export function pageName(t: ShellTexts, path: string): string | undefined {
  const name = names[path];
  return name && t(`pages.${name}`);
}

/**
 * What a menu entry says. Modules name their entries in English (`module.json`); one that says what is known here is
 * translated, any other words stay as the module has them.
 */
export function navLabel(t: ShellTexts, { label, path }: Pick<ModuleNav, 'label' | 'path'>): string {
  const name = names[path];
  return name && en.pages[name] === label ? t(`pages.${name}`) : label;
}
