import { type LucideIcon, UserRound, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useUser } from '@tessera/api';
import { useMayOpen } from '../access/use-may-open';
import { buildMenu, flatMenu } from '../navigation/menu';
import { useModules } from '../remotes/modules';
import { useTexts } from '../texts';

/** A page that the palette goes to. */
export interface PageEntry {
  label: string;
  path: string;
  icon: LucideIcon;
}

/** The pages of the menu that the user may open, and those of their account. */
export function usePages(): readonly PageEntry[] {
  const t = useTexts();
  const { permissions } = useUser();
  const { releases } = useModules();
  const mayOpen = useMayOpen();
  return useMemo(() => {
    const open = flatMenu(buildMenu(t, releases, permissions)).filter(({ locked }) => !locked);
    return [
      ...open.map(({ label, path, Icon }) => ({ label, path, icon: Icon })),
      { label: t('pages.account'), path: '/account', icon: UserRound },
      { label: t('pages.people'), path: '/account/people', icon: UsersRound },
    ].filter(({ path }) => mayOpen(path));
  }, [mayOpen, permissions, releases, t]);
}
