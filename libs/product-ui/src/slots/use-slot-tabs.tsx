import type { ReactNode } from 'react';
import { useSlots } from '@tessera/federation';
import { SlotView } from '@tessera/federation/slots';
import { Skeleton } from '@tessera/ui/mui';

/** A tab that a module fills. */
export interface SlotTab {
  id: string;
  label: string;
  content: ReactNode;
}

/** The tabs that modules add to the drawer of a record; each is loaded when its content is rendered. */
export function useSlotTabs(
  place: 'task.tab' | 'job.tab' | 'login.tab' | 'ticket.tab',
  id: number,
): readonly SlotTab[] {
  return useSlots(place).map((placed) => ({
    id: placed.name,
    label: placed.slot.title,
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
