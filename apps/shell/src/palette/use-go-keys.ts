import { useUser } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import { useCommands } from '@tessera/ui';
import { useAccountPages } from '../navigation/account-pages';
import { buildMenu } from '../navigation/menu';
import { useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { goKeysOf } from './go-keys';

/** `g` and a letter go to the pages that the user may open; the list of shortcuts shows them. */
export function useGoKeys(): void {
  const t = useTexts();
  const navigate = useNavigate();
  const { permissions } = useUser();
  const { releases } = useModules();
  const accountPages = useAccountPages();
  const inMenu = buildMenu(t, releases, permissions).filter(({ locked }) => !locked);
  useCommands(
    [...inMenu, ...accountPages].flatMap(({ label, path }) => {
      const keys = goKeysOf(path);
      return keys.keys ? [{ group: t('palette.goTo'), label, ...keys, run: () => void navigate(path) }] : [];
    }),
  );
}
