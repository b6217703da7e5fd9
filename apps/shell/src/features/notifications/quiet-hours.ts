import { useMutation, useQueryClient } from '@tanstack/react-query';
import { meSetPreferences, preferenceKeys } from '@tessera/api';
import { browserTimeZone } from '@tessera/ui';
import { type Preferences, usePreferences } from '../account/preferences';

type QuietHours = NonNullable<Preferences['quiet_hours']>;

/** The form's values; the times are kept while quiet hours are off. */
export interface QuietValues extends Required<QuietHours> {
  enabled: boolean;
}

const usual = { start: '22:00', end: '07:00', urgent: true };

/** The user's quiet hours as form values. */
export function useQuietValues(): QuietValues {
  const { quiet_hours: kept, time_zone } = usePreferences();
  return { ...usual, time_zone: time_zone ?? browserTimeZone(), ...kept, enabled: kept !== undefined };
}

/** Saves quiet hours, or removes them. */
export function useSaveQuietHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ enabled, ...quiet_hours }: QuietValues) =>
      meSetPreferences({ body: { quiet_hours: enabled ? quiet_hours : null } }),
    onSettled: () => client.invalidateQueries({ queryKey: preferenceKeys.all() }),
  });
}

/** Whether quiet hours end on the next day. */
export const endsNextDay = ({ start, end }: Pick<QuietValues, 'start' | 'end'>): boolean =>
  start !== '' && end !== '' && end < start;
