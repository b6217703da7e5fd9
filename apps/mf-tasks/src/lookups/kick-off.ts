import type { EventDto } from '@tessera/api';
import type { DateTimePreset } from '@tessera/ui/forms';
import type { TasksTexts } from '../texts';

const HOUR_SECONDS = 3_600;

/** Presets for a start time: when the event's tickets go on sale, and an hour before kick-off, as far as known. */
export const kickOffPresets = (
  t: TasksTexts,
  event: Pick<EventDto, 'ko' | 'on_sale_at'> | undefined,
): readonly DateTimePreset[] => [
  ...(event?.on_sale_at ? [{ label: t('words.onSale'), at: event.on_sale_at }] : []),
  ...(event?.ko == null
    ? []
    : [
        { label: t('words.hourBeforeKickOff'), at: new Date((event.ko - HOUR_SECONDS) * 1000).toISOString() },
      ]),
];
