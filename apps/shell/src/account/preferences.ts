import { keysOf, mePreferences, meSetPreferences, toApiError, useSession } from '@tessera/api';
import { toProblem, useColorMode, useSnackbar, type ColorMode } from '@tessera/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What of `/me/preferences` the shell reads and writes; every name may be missing. */
export interface Preferences {
  theme?: ColorMode;
  /** IANA name; missing: the browser's own. */
  time_zone?: string;
}

const keys = keysOf('preferences');

/** The user's preferences; empty until they are read. */
export function usePreferences(): Preferences {
  const session = useSession();
  const { data } = useQuery({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => (await mePreferences({ signal })).data as Preferences,
    enabled: session !== null,
    staleTime: Infinity,
  });
  return data ?? {};
}

/** Saves some preferences; the others stay. A failure is said, the setting holds in this browser anyway. */
export function useSavePreferences(): (change: Preferences) => void {
  const { fail } = useSnackbar();
  const { mutate } = useMutation({
    mutationFn: (change: Preferences) => meSetPreferences({ body: { ...change } }),
    onSuccess: (_answer, _change, _result, { client }) => client.invalidateQueries({ queryKey: keys.all() }),
    onError: (error) => fail(toProblem(toApiError(error))),
  });
  return mutate;
}

/** Takes over the theme that the user chose in another browser. */
export function useStoredTheme(): void {
  const { theme } = usePreferences();
  const { setMode } = useColorMode();
  useEffect(() => {
    if (theme === 'light' || theme === 'dark' || theme === 'system') setMode(theme);
  }, [theme, setMode]);
}
