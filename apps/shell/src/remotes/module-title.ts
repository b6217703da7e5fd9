import type { ModuleRelease } from '@tessera/federation';
import type { ShellTexts } from '../texts';
import { en } from '../texts/en';

type KnownTitle = keyof typeof en.remotes.titles;

const knownTitles: Readonly<Record<string, KnownTitle | undefined>> = {
  'mf-tasks': 'tasks',
  'mf-tickets': 'tickets',
  'mf-admin': 'admin',
};

/** A module's title: translated for the product's own modules, else the module's own. */
export function moduleTitle(t: ShellTexts, { name, title }: Pick<ModuleRelease, 'name' | 'title'>): string {
  const own = knownTitles[name];
  return own && en.remotes.titles[own] === title ? t(`remotes.titles.${own}`) : title;
}
