import { useNavigate } from '@tessera/federation/router';
import { useCommands } from '@tessera/ui';
import { useTexts } from '../texts';
import { goKeysOf } from './go-keys';
import { usePages } from './use-pages';

/** `g` and a letter go to the pages that the user may open; the list of shortcuts shows them. */
export function useGoKeys(): void {
  const group = useTexts()('palette.goTo');
  const navigate = useNavigate();
  useCommands(
    usePages().flatMap(({ label, path }) => {
      const keys = goKeysOf(path);
      return keys.keys ? [{ group, label, ...keys, run: () => void navigate(path) }] : [];
    }),
  );
}
