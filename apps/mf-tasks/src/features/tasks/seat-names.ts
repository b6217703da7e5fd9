import type { CartedTicketDto } from '@tessera/api';
import { compareTexts } from '@tessera/ui';
import type { TasksTexts } from '../../texts';

type Seat = Pick<CartedTicketDto, 'area' | 'row' | 'seat'>;

/** Seats by area and row, each row's seats in order: "North 104, row 17: 10, 11". */
export function seatNames(t: TasksTexts, seats: readonly Seat[]): string {
  const rows = Map.groupBy(seats, ({ area, row }) =>
    [area, row && t('tasks.row', { row })].filter(Boolean).join(', '),
  );
  return [...rows]
    .map(([location, members]) => {
      const names = members.map(({ seat }) => seat ?? '–').sort(compareTexts);
      return location ? `${location}: ${names.join(', ')}` : names.join(', ');
    })
    .join('; ');
}
