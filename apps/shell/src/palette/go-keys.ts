import { useNavigate } from '@tessera/federation/router';
import { useCommands } from '@tessera/ui';
import { useTexts } from '../texts';
import { usePages } from './use-pages';

/** The second key after `g` that goes to a page. */
const goKeys: Readonly<Record<string, string>> = {
  '/dashboard': 'd',
  '/tasks': 't',
  '/jobs': 'j',
  '/templates': 'm',
  '/sites': 's',
  '/tickets': 'k',
  '/notifications': 'n',
  '/queueitlinks': 'q',
  '/calendar': 'c',
  '/pay': 'p',
  '/rehearsals': 'h',
  '/users': 'u',
  '/realms': 'r',
  '/account': 'a',
};

/** The shortcut of a page, by its id, if it has one; an entry that a module adds has none. */
export const goKeysOf = (id: string): { keys?: string[] } => {
  const key = goKeys[id];
  return key === undefined ? {} : { keys: [`g ${key}`] };
};

/** `g` and a letter go to the pages that the user may open; the list of shortcuts shows them. */
export function useGoKeys(): void {
  const group = useTexts()('palette.goTo');
  const navigate = useNavigate();
  useCommands(
    usePages().flatMap(({ id, label, path }) => {
      const keys = goKeysOf(id);
      return keys.keys ? [{ group, label, ...keys, run: () => void navigate(path) }] : [];
    }),
  );
}
