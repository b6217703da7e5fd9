import type { CartedTicketDto } from '@tessera/api';
import { carted } from '../../../test/records';
import { totalsByCurrency } from '@tessera/ui';
import { groupTickets, mayConfirm } from './groups';

const ticket = ({ id = 1, ...over }: Partial<CartedTicketDto>): CartedTicketDto =>
  carted(id, { seat: '1', ...over });

test('specification 3: seats are grouped by task, login, site, area and row', () => {
  const alike = [ticket({ id: 1, seat: '10' }), ticket({ id: 2, seat: '9' })];
  const others = (['task_id', 'login_id', 'site_id'] as const).map((field, i) =>
    ticket({ id: 3 + i, [field]: 2 }),
  );
  const places = [ticket({ id: 8, area: 'North 105' }), ticket({ id: 9, row: '18' })];
  const groups = groupTickets([...alike, ...others, ...places]);
  expect(groups).toHaveLength(6);
  const whole = groups.find((group) => group.tickets.length === 2);
  expect(whole?.tickets.map(({ seat }) => seat)).toEqual(['9', '10']);
});

test('the group that lapses soonest comes first, expired ones last', () => {
  const groups = groupTickets([
    ticket({ id: 1, task_id: 1, status: 'expired', expires_at: '2026-11-20T11:00:00Z' }),
    ticket({ id: 2, task_id: 2, expires_at: '2026-11-20T12:09:00Z' }),
    ticket({ id: 3, task_id: 3, expires_at: '2026-11-20T12:02:00Z' }),
  ]);
  expect(groups.map(({ first }) => first.id)).toEqual([3, 2, 1]);
});

test('a seat that lapsed and was held again counts once, as it is now', () => {
  const groups = groupTickets([
    ticket({ id: 1, seat: '10', status: 'expired', expires_at: '2026-11-20T11:00:00Z' }),
    ticket({ id: 2, seat: '10', expires_at: '2026-11-20T12:02:00Z' }),
    ticket({ id: 3, seat: '11', status: 'expired', expires_at: '2026-11-20T11:00:00Z' }),
    ticket({ id: 4, seat: '11', status: 'expired', expires_at: '2026-11-20T11:30:00Z' }),
  ]);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.tickets.map(({ id }) => id)).toEqual([2, 4]);
});

test('contract 1: totals never mix currencies, and cents add up exactly', () => {
  const prices = [ticket({ price: 0.1 }), ticket({ price: 0.2 }), ticket({ price: 62.5, currency: 'EUR' })];
  expect(totalsByCurrency([...prices, ticket({ price: null })])).toEqual([
    { currency: 'GBP', amount: 0.3 },
    { currency: 'EUR', amount: 62.5 },
  ]);
});

test('contract 6: a hold that lapsed less than 10 min ago may still be confirmed', () => {
  const [group] = groupTickets([ticket({ status: 'expired', expires_at: '2026-11-20T12:00:00Z' })]);
  expect(mayConfirm(group!, Date.parse('2026-11-20T12:09:59Z'))).toBe(true);
  expect(mayConfirm(group!, Date.parse('2026-11-20T12:10:01Z'))).toBe(false);
});
