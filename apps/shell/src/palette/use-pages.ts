import { type LucideIcon, Puzzle, UserRound, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useUser } from '@tessera/api';
import { useSlots } from '@tessera/federation/slots';
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

/** The pages of the menu that the user may open, those of their account, and the entries that modules add. */
export function usePages(): readonly PageEntry[] {
  const t = useTexts();
  const { permissions } = useUser();
  const { releases } = useModules();
  const mayOpen = useMayOpen();
  const slots = useSlots('palette.entry');
  return useMemo(() => {
    const open = flatMenu(buildMenu(t, releases, permissions)).filter(({ locked }) => !locked);
    return [
      ...open.map(({ label, path, Icon }) => ({ label, path, icon: Icon })),
      { label: t('pages.account'), path: '/account', icon: UserRound },
      { label: t('pages.people'), path: '/account/people', icon: UsersRound },
      ...slots.flatMap(({ slot: { title, path } }) =>
        path === undefined ? [] : [{ label: title, path, icon: Puzzle }],
      ),
    ].filter(({ path }) => mayOpen(path));
  }, [mayOpen, permissions, releases, slots, t]);
}
