import type { ReactNode } from 'react';
import { type PlacedSlot, useSlots } from '@tessera/federation';
import { SlotView } from '@tessera/federation/slots';
import { Skeleton } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { en } from '../texts/en';

/** A tab that a module fills. */
export interface SlotTab {
  id: string;
  label: string;
  content: ReactNode;
}

/** The key of each title of the product's own modules in the catalogue, by the slot. */
const titles: Readonly<Record<string, keyof typeof en.slotTitles | undefined>> = {
  'mf-tasks.task-note': 'note',
  'mf-tasks.job-note': 'note',
};

/** Modules title their slots in English (`module.json`); a title that is in the catalogue is translated, as in the menu. */
function slotTitle(t: ReturnType<typeof useTexts>, { name, slot: { title } }: PlacedSlot): string {
  const known = titles[name];
  return known && en.slotTitles[known] === title ? t(`slotTitles.${known}`) : title;
}

/** The tabs that modules add to the drawer of a record; each is loaded when its content is rendered. */
export function useSlotTabs(
  place: 'task.tab' | 'job.tab' | 'login.tab' | 'ticket.tab',
  id: number,
): readonly SlotTab[] {
  const t = useTexts();
  return useSlots(place).map((placed) => ({
    id: placed.name,
    label: slotTitle(t, placed),
    content: (
      <SlotView
        key={`${placed.name} ${id}`}
        placed={placed}
        id={id}
        loading={<Skeleton variant="rounded" height={160} />}
      />
    ),
  }));
}
