import type { TaskRow } from '../../task-types';

type Current = Pick<TaskRow, 'status' | 'queue_it_event_position' | 'basket'>;

/** The position in the waiting room, while the task is on its way through it. */
export const currentPosition = ({
  status,
  queue_it_event_position,
}: Omit<Current, 'basket'>): number | null =>
  status === 'waiting_room' || status === 'running' ? queue_it_event_position : null;

/** The basket that the task fills, while it holds seats. */
export const currentBasket = ({ status, basket }: Pick<Current, 'status' | 'basket'>): string | null =>
  status === 'carted' || status === 'stopping' ? (basket ?? null) : null;
