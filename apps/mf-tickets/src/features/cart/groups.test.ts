import type { CartedTicketDto } from '@tessera/api';
import { carted } from '../../../test/records';
import { groupTickets, lastLapse, lateConfirmable, phaseOf } from './groups';

const ticket = ({ id = 1, ...over }: Partial<CartedTicketDto>): CartedTicketDto =>
  carted(id, { seat: '1', ...over });
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);
const noon = at('12:00:00');

test('groups seats by task, login, site, area and row', () => {
  const alike = [ticket({ id: 1, seat: '10' }), ticket({ id: 2, seat: '9' })];
  const others = (['task_id', 'login_id', 'site_id'] as const).map((field, i) =>
    ticket({ id: 3 + i, [field]: 2 }),
  );
  const places = [ticket({ id: 8, area: 'North 105' }), ticket({ id: 9, row: '18' })];
  const groups = groupTickets([...alike, ...others, ...places], noon);
  expect(groups).toHaveLength(6);
  const whole = groups.find((group) => group.tickets.length === 2);
  expect(whole?.tickets.map(({ seat }) => seat)).toEqual(['9', '10']);
});

test('sorts the group that lapses soonest first, expired ones last', () => {
  const groups = groupTickets(
    [
      ticket({ id: 1, task_id: 1, status: 'expired', expires_at: '2026-11-20T11:00:00Z' }),
      ticket({ id: 2, task_id: 2, expires_at: '2026-11-20T12:09:00Z' }),
      ticket({ id: 3, task_id: 3, expires_at: '2026-11-20T12:02:00Z' }),
    ],
    noon,
  );
  expect(groups.map(({ first }) => first.id)).toEqual([3, 2, 1]);
});

test('separates live and lapsed seats of one task, area and row', () => {
  const groups = groupTickets(
    [
      ticket({ id: 1, seat: '10', expires_at: '2026-11-20T12:09:38Z' }),
      ticket({ id: 2, seat: '11', status: 'expired', expires_at: '2026-11-20T11:58:00Z' }),
      ticket({ id: 3, seat: '14', expires_at: '2026-11-20T12:09:38Z' }),
      // It has lapsed since the cart was fetched.
      ticket({ id: 4, seat: '15', expires_at: '2026-11-20T11:59:59Z' }),
    ],
    noon,
  );
  expect(groups.map((group) => [group.isLapsed, group.tickets.map(({ id }) => id), group.totals])).toEqual([
    [false, [1, 3], [{ currency: 'GBP', amount: 106 }]],
    [true, [2, 4], [{ currency: 'GBP', amount: 106 }]],
  ]);
  expect(groups.map(({ expiresAt }) => expiresAt)).toEqual(['2026-11-20T12:09:38Z', '2026-11-20T11:59:59Z']);
});

test('counts a seat that lapsed and was held again once, in its current state', () => {
  const groups = groupTickets(
    [
      ticket({ id: 1, seat: '10', status: 'expired', expires_at: '2026-11-20T11:00:00Z' }),
      ticket({ id: 2, seat: '10', expires_at: '2026-11-20T12:02:00Z' }),
      ticket({ id: 3, seat: '11', status: 'expired', expires_at: '2026-11-20T11:00:00Z' }),
      ticket({ id: 4, seat: '11', status: 'expired', expires_at: '2026-11-20T11:30:00Z' }),
    ],
    noon,
  );
  expect(groups.map(({ tickets }) => tickets.map(({ id }) => id))).toEqual([[2], [4]]);
});

test('omits a seat that was bought or removed since the last fetch', () => {
  const groups = groupTickets(
    [
      ticket({ id: 1, seat: '1', status: 'confirmed' }),
      ticket({ id: 2, seat: '2', status: 'removed' }),
      ticket({ id: 3, seat: '3' }),
    ],
    noon,
  );
  expect(groups.map(({ tickets }) => tickets.map(({ id }) => id))).toEqual([[3]]);
});

test('lapses a seat in the second in which its countdown shows "Expired"', () => {
  const seats = [ticket({ expires_at: '2026-11-20T12:10:00.400Z' })];
  expect(lastLapse(seats, at('12:10:00.900'))).toBe(0);
  expect(lastLapse(seats, at('12:10:01.200'))).toBe(at('12:10:01'));
  expect(groupTickets(seats, at('12:10:00.900'))[0]?.isLapsed).toBe(false);
  expect(groupTickets(seats, at('12:10:01.200'))[0]?.isLapsed).toBe(true);
});

test('allows late confirmation for ten minutes, only for seats that lapsed recently', () => {
  const [group] = groupTickets(
    [
      ticket({ id: 1, seat: '1', status: 'expired', expires_at: '2026-11-20T11:55:00Z' }),
      ticket({ id: 2, seat: '2', status: 'expired', expires_at: '2026-11-20T12:00:00Z' }),
    ],
    at('12:01:00'),
  );
  const late = (time: string) => lateConfirmable(group!, at(time))?.tickets.map(({ id }) => id);
  expect(late('12:04:59')).toEqual([1, 2]);
  expect(late('12:09:59')).toEqual([2]);
  expect(late('12:10:01')).toBeUndefined();
  expect(phaseOf(group!, at('12:09:59'))).toBe('lapsed');
  expect(phaseOf(group!, at('12:10:01'))).toBe('over');
});
