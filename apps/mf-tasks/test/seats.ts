import type { CartedTicketDto, TicketDto } from '@tessera/api';
import { login, site } from './records';

const seatOf = {
  realm_id: 1,
  task_id: 1,
  login_id: 1,
  login_email: login(1).email,
  login_name: login(1).name,
  site_id: site.id,
  event_id: 7,
  event_guid: 'hc-ngr',
  event_name: 'Harbour City v Northgate Rovers',
  area: 'North 104',
  row: '17',
  price: 53,
  currency: 'GBP',
  created_at: site.created_at,
};

/** A seat that the first task holds for nine minutes. */
export const held = (id: number, over: Partial<CartedTicketDto> = {}): CartedTicketDto => ({
  ...seatOf,
  id,
  task_name: 'HC north 01',
  site_name: site.display_name,
  seat: String(9 + id),
  basket: 'https://tickets.harbour.example/b/1',
  status: 'held',
  expires_at: new Date(Date.now() + 9 * 60_000).toISOString(),
  ...over,
});

/** The ticket of a hold. */
export const ticket = (holdId: number): TicketDto => ({
  ...seatOf,
  id: 100 + holdId,
  hold_id: holdId,
  job_id: null,
  seat: String(9 + holdId),
  status: 'ACTIVE',
  ticket_reference: null,
  late: false,
  confirmed_by: 1,
  over_limit: false,
  over_budget: false,
  updated_at: site.created_at,
});
