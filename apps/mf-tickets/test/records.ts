import type {
  BasketDto,
  CartedTicketDto,
  ClaimedBasketDto,
  EventSeatMapDto,
  LedgerLine,
  MappedSeatDto,
  TicketDto,
} from '@tessera/api';

const at = '2026-11-20T12:00:00.000Z';
const shared = {
  realm_id: 1,
  task_id: 1,
  login_id: 1,
  login_email: 'desk-01@quayside.example',
  login_name: 'Desk 01',
  site_id: 1,
  event_id: 1,
  event_guid: 'harbour-city-v-northgate-rovers',
  event_name: 'Harbour City v Northgate Rovers',
  area: 'North 104',
  row: '17',
  currency: 'GBP',
  created_at: at,
};

/** A held seat; its hold lapses at 12:10 by default. */
export const carted = (id: number, over: Partial<CartedTicketDto> = {}): CartedTicketDto => ({
  ...shared,
  id,
  task_name: 'HC north 01',
  site_name: 'Harbour Box Office',
  seat: String(10 + id),
  price: 53,
  basket: 'http://127.0.0.1:3001/basket/1',
  status: 'held',
  expires_at: '2026-11-20T12:10:00.000Z',
  ...over,
});

/** A purchased ticket. */
export const purchased = (id: number, over: Partial<TicketDto> = {}): TicketDto => ({
  ...shared,
  id,
  hold_id: id,
  job_id: null,
  seat: String(10 + id),
  price: 53,
  status: 'ACTIVE',
  ticket_reference: null,
  late: false,
  confirmed_by: 1,
  over_limit: false,
  over_budget: false,
  updated_at: at,
  ...over,
});

/** A seat map of the held and purchased seats above: row 17 of North 104. */
export const seatMap = (fields: Partial<EventSeatMapDto> = {}): EventSeatMapDto => ({
  event_id: 1,
  event_name: shared.event_name,
  site_id: 1,
  held: 2,
  bought: 1,
  complete: true,
  map: null,
  areas: [
    {
      name: 'North 104',
      key: 'north104',
      price_level: '2',
      held: 2,
      bought: 1,
      rows: [
        {
          name: '17',
          seats: [
            mappedSeat('held', 1, { group: 1 }),
            mappedSeat('held', 2, { group: 1 }),
            mappedSeat('bought', 4, { expires_at: null }),
          ],
        },
      ],
    },
  ],
  jobs: [{ id: 5, name: 'Derby', held: 2, bought: 1 }],
  tasks: [{ id: 1, name: 'HC north 01' }],
  logins: [{ id: 1, name: 'Desk 01' }],
  ...fields,
});

const mappedSeat = (
  state: MappedSeatDto['state'],
  id: number,
  fields: Partial<MappedSeatDto>,
): MappedSeatDto => ({
  state,
  id,
  seat: String(10 + id),
  group: null,
  task_id: 1,
  job_id: 5,
  login_id: 1,
  price: 53,
  currency: 'GBP',
  expires_at: '2026-11-20T12:10:00.000Z',
  ...fields,
});

/** A line of the ledger. */
export const ledgerLine = (id: number, fields: Partial<LedgerLine> = {}): LedgerLine => ({
  id,
  bought_at: '2026-11-20T14:05:12Z',
  realm_id: 1,
  realm_name: 'Quayside Desk',
  customer_identity: 'qd-0042',
  login_id: 3,
  login_email: 'buyer@quayside.example',
  login_name: 'Buyer',
  buyer_kind: 'worker',
  buyer: 'north worker',
  site_id: 1,
  site_name: 'Harbour Tickets',
  event_id: 7,
  event_guid: 'hc-ngr',
  event_name: 'Harbour City v Northgate Rovers',
  area: 'North 104',
  row: '17',
  seat: '11',
  price: 42.5,
  currency: 'GBP',
  status: 'ACTIVE',
  ticket_reference: null,
  order_key: null,
  task_id: null,
  task_name: null,
  job_id: null,
  job_name: null,
  late: false,
  over_limit: false,
  over_budget: false,
  deleted: false,
  confirmed_by: null,
  reversed_at: null,
  reversed_by: null,
  reversal_reason: null,
  replaced_by: null,
  ...fields,
});

/** A basket of two seats that nobody pays now; its holds lapse at 12:10 by default. */
export const basket = (id: number, over: Partial<BasketDto> = {}): BasketDto => {
  const expires_at = over.expires_at ?? '2026-11-20T12:10:00.000Z';
  const seat = (number: number) => ({
    id: id * 10 + number,
    area: 'North 104',
    row: '17',
    seat: String(10 + number),
    price: 53,
    currency: 'GBP',
    expires_at,
    record: null,
  });
  return {
    id,
    realm_id: 1,
    task_name: 'HC north 01',
    job_id: null,
    login_id: 1,
    login_name: 'Desk 01',
    login_email: 'desk-01@quayside.example',
    site_id: 1,
    site_name: 'Harbour Box Office',
    event_id: 1,
    event_name: 'Harbour City v Northgate Rovers',
    basket: `http://127.0.0.1:3001/basket/${id}`,
    seat_count: 2,
    seats: [seat(1), seat(2)],
    held_since: at,
    expires_at,
    claim: null,
    ...over,
  };
};

/** A basket that the person has claimed. */
export const claimed = (id: number, over: Partial<ClaimedBasketDto> = {}): ClaimedBasketDto => ({
  ...basket(id, over),
  login_user: null,
  login_supporter_id: null,
  password: { set: true, hint: null },
  card: { set: true, hint: '•••• 4242' },
  address: { set: false, hint: null },
  home_phone: { set: false, hint: null },
  mobile_phone: { set: false, hint: null },
  ...over,
});
