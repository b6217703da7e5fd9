import type { TaskRow } from '../../task-types';

type Current = Pick<TaskRow, 'status' | 'queue_it_event_position' | 'basket'>;

/** The position in the waiting room; null outside of it. */
export const currentPosition = ({
  status,
  queue_it_event_position,
}: Omit<Current, 'basket'>): number | null =>
  status === 'waiting_room' || status === 'running' ? queue_it_event_position : null;

/** The task's basket while it holds seats. */
export const currentBasket = ({ status, basket }: Pick<Current, 'status' | 'basket'>): string | null =>
  status === 'carted' || status === 'stopping' ? (basket ?? null) : null;
