import type { ModuleRelease } from '@tessera/federation';
import type { ShellTexts } from '../texts';
import { en } from '../texts/en';

type KnownTitle = keyof typeof en.remotes.titles;

const knownTitles: Readonly<Record<string, KnownTitle | undefined>> = {
  'mf-tasks': 'tasks',
  'mf-tickets': 'tickets',
  'mf-admin': 'admin',
};

/** What a module is called: the product's own in the reader's language, another as it names itself. */
export function moduleTitle(t: ShellTexts, { name, title }: Pick<ModuleRelease, 'name' | 'title'>): string {
  const own = knownTitles[name];
  return own && en.remotes.titles[own] === title ? t(`remotes.titles.${own}`) : title;
}
