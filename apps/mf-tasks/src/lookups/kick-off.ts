import type { EventDto } from '@tessera/api';
import type { DateTimePreset } from '@tessera/ui';

const hour = 3_600;

/** An hour before an event begins, for a field that says when to start; none while its kick-off isn't known. */
export const kickOffPresets = (event: Pick<EventDto, 'ko'> | undefined): readonly DateTimePreset[] =>
  event?.ko == null ? [] : [{ label: 'Kick-off −1 h', at: new Date((event.ko - hour) * 1000).toISOString() }];
