import { useMemo } from 'react';
import { useUser } from '@tessera/api';
import { type AccountPage, useAccountPages } from '../navigation/account-pages';
import { buildMenu } from '../navigation/menu';
import { useModules } from '../remotes/modules';
import { useTexts } from '../texts';

/** The pages of the menu and the account menu that the user may open. */
export function usePages(): readonly AccountPage[] {
  const t = useTexts();
  const { permissions } = useUser();
  const { releases } = useModules();
  const accountPages = useAccountPages();
  return useMemo(() => {
    const open = buildMenu(t, releases, permissions).filter(({ locked }) => !locked);
    return [...open.map(({ label, path, Icon }) => ({ label, path, icon: Icon })), ...accountPages];
  }, [accountPages, permissions, releases, t]);
}
