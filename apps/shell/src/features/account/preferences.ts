import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  meSetPreferences,
  preferenceKeys,
  preferencesQuery,
  type SubscriptionDto,
  toApiError,
  useSession,
} from '@tessera/api';
import type { Density } from '@tessera/data-table';
import { type ColorMode, describeError, type Language, useColorMode, useSnackbar } from '@tessera/ui';

/** A figure that the user wants a message about; of all that the realm does, or of one event or job. */
export interface Alert {
  kind: 'seats_held' | 'nothing_moved';
  /** Seats, or seconds. */
  amount: number;
  event_id?: number;
  job_id?: number;
}

/** The part of `/me/preferences` that the shell reads and writes; every property is optional. */
export interface Preferences {
  theme?: ColorMode;
  /** IANA name; the browser's time zone when missing. */
  time_zone?: string;
  language?: Language;
  /** Row height of lists in px; each list's default when missing. */
  density?: Density;
  /** Whether a sound warns of seats that are about to expire. */
  expiry_sound?: boolean;
  /** When notifications are held back, HH:MM in the time zone; `urgent`: whether urgent ones are still sent. */
  quiet_hours?: { start: string; end: string; time_zone: string; urgent?: boolean };
  /** Least number of seconds between two push messages of a line; 60 when missing. */
  digest_seconds?: number;
  /** Topics that come by mail, and hours between two digests; 24 when missing. */
  mail?: { topics: SubscriptionDto['notification_types']; digest_hours?: number };
  /** Thresholds that the user gets messages about. */
  alerts?: readonly Alert[];
}

/** Preferences to set; null restores the default. */
export type PreferencesChange = { [K in keyof Preferences]?: Preferences[K] | null };

/** The user's preferences; undefined until they are loaded. */
export function useLoadedPreferences(): Preferences | undefined {
  const session = useSession();
  const { data } = useQuery({ ...preferencesQuery(), enabled: session !== null });
  return data;
}

/** The user's preferences; empty until they are loaded. */
export const usePreferences = (): Preferences => useLoadedPreferences() ?? {};

/** A stored row height; null when lists don't offer it. */
export const toDensity = (value: unknown): Density | null =>
  value === 28 || value === 36 || value === 44 ? value : null;

/** Saves some preferences and leaves the others. After a failure, which is shown, the setting still applies in this browser. */
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

/** Applies the theme that the user chose in another browser. */
export function useStoredTheme(): void {
  const { theme } = usePreferences();
  const { setMode } = useColorMode();
  useEffect(() => {
    if (theme === 'light' || theme === 'dark' || theme === 'system') setMode(theme);
  }, [theme, setMode]);
}
