import { meSetPreferences, preferenceKeys, preferencesQuery, toApiError, useSession } from '@tessera/api';
import { describeError, useColorMode, useSnackbar, type ColorMode, type Language } from '@tessera/ui';
import type { Density } from '@tessera/data-table';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What of `/me/preferences` the shell reads and writes; every name may be missing. */
export interface Preferences {
  theme?: ColorMode;
  /** IANA name; missing: the browser's own. */
  time_zone?: string;
  language?: Language;
  /** Height of a list's rows in px; missing: each list's own. */
  density?: Density;
  /** When devices are left in peace: HH:MM on the clock of the time zone; `urgent`: whether that gets through. */
  quiet_hours?: { start: string; end: string; time_zone: string; urgent?: boolean };
}

/** Preferences to set; null goes back to the default. */
export type PreferencesChange = { [K in keyof Preferences]?: Preferences[K] | null };

/** The user's preferences; undefined until they are read. */
export function useLoadedPreferences(): Preferences | undefined {
  const session = useSession();
  const { data } = useQuery({ ...preferencesQuery(), enabled: session !== null });
  return data as Preferences | undefined;
}

/** The user's preferences; empty until they are read. */
export const usePreferences = (): Preferences => useLoadedPreferences() ?? {};

/** A stored row height, if it is one that lists have. */
export const toDensity = (value: unknown): Density | null =>
  value === 28 || value === 36 || value === 44 ? value : null;

/** Saves some preferences; the others stay. A failure is said, the setting holds in this browser anyway. */
export function useSavePreferences(): (change: PreferencesChange) => void {
  const { showError } = useSnackbar();
  const { mutate } = useMutation({
    mutationFn: (change: PreferencesChange) => meSetPreferences({ body: { ...change } }),
    onSuccess: (_answer, _change, _result, { client }) =>
      client.invalidateQueries({ queryKey: preferenceKeys.all() }),
    onError: (error) => showError(describeError(toApiError(error))),
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
