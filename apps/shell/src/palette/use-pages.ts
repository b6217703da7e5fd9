import { type LucideIcon, Puzzle, UserRound, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useUser } from '@tessera/api';
import { useSlots } from '@tessera/federation';
import { useMayOpen } from '../access/use-may-open';
import { buildFoot, buildMenu, flatMenu } from '../navigation/menu';
import { useModules } from '../remotes/modules';
import { useTexts } from '../texts';

/** A page that the palette goes to. */
export interface PageEntry {
  /** Its path; of an entry that a module adds, the slot's name. */
  id: string;
  label: string;
  path: string;
  icon: LucideIcon;
}

/** The pages of the menu that the user may open, those of their account, and the entries that modules add. */
export function usePages(): readonly PageEntry[] {
  const t = useTexts();
  const user = useUser();
  const { releases } = useModules();
  const mayOpen = useMayOpen();
  const slots = useSlots('palette.entry');
  return useMemo(() => {
    const open = flatMenu(buildMenu(t, releases, user)).filter(({ locked }) => !locked);
    return [
      ...open.map(({ label, path, Icon }) => ({ id: path, label, path, icon: Icon })),
      { id: '/account', label: t('pages.account'), path: '/account', icon: UserRound },
      { id: '/account/people', label: t('pages.people'), path: '/account/people', icon: UsersRound },
      ...buildFoot(t, releases, user).map(({ label, path, Icon }) => ({ id: path, label, path, icon: Icon })),
      ...slots.flatMap(({ name, slot: { title, path } }) =>
        path === undefined ? [] : [{ id: name, label: title, path, icon: Puzzle }],
      ),
    ].filter(({ path }) => mayOpen(path));
  }, [mayOpen, user, releases, slots, t]);
}
