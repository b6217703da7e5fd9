import type { OnSaleDto, OnSaleHistoryDto, PayersDto, PaymentForecastDto, PaymentHelp } from '@tessera/api';
import { TestServer } from '@tessera/api/testing';
import { event, site } from './records';

const at = (seconds: number) => new Date(Date.parse('2026-11-20T14:00:00Z') + seconds * 1000).toISOString();

/** Of the budget, until the next release. */
const formerNames = { ceiling: null, ceiling_currency: null };

/** A running on-sale: 40 of 120 seats won, 8 held in two baskets, 30 in progress. */
export const room = (over: Partial<OnSaleDto> = {}): OnSaleDto => ({
  at: at(60),
  event: {
    id: 7,
    name: event().name,
    guid: event().guid,
    site_id: site.id,
    site_name: site.display_name,
    currency: 'GBP',
    status: 'on_sale',
    on_sale_at: at(0),
    ko: null,
  },
  seats: { wanted: 120, won: 40, held: 8, open: 30, lost: 42, extra: 0, in_progress: 30, lapsed: 2 },
  counts: { bought: 10, carted: 2, running: 5, waiting_room: 3, queued: 2, failed: 6 },
  tasks: 28,
  paused: 0,
  next_start_at: null,
  started_at: at(-5),
  baskets: {
    count: 2,
    seats: 8,
    next: [basket(1, 'North stand 01', 90), basket(2, 'North stand 02', 400)],
  },
  failures: [
    { text: 'Sold out', kind: 'sold_out', failed: 5, retrying: 0, last_at: at(50) },
    { text: 'Too many requests', kind: 'rate_limited', failed: 1, retrying: 2, last_at: at(55) },
  ],
  waiting: { places: 3, admitted: 1, best: 812, median: 1400, pace: 60 },
  workers: { connected: 3, serving: 2, draining: 0, free: 11, busy: 8, queue_age_s: 2 },
  money: {
    spent: [{ currency: 'GBP', seats: 40, total: 1700 }],
    held: [{ currency: 'GBP', seats: 8, total: 340 }],
    planned: { costs: [], seats: 0, unpriced_seats: 0 },
    forecast: { costs: [], seats: 0, unpriced_seats: 0 },
    budget: null,
    budget_currency: null,
    ...formerNames,
  },
  jobs: [{ id: 1, name: 'North stand fours', target: 120, won: 40, unfinished: 12, paused: 0 }],
  ...over,
});

function basket(id: number, login: string, seconds: number): OnSaleDto['baskets']['next'][number] {
  return {
    id,
    realm_id: 1,
    task_id: id,
    task_name: `HC north ${id}`,
    login_id: id,
    login_name: login,
    seats: 4,
    area: 'North 104',
    total: 170,
    currency: 'GBP',
    expires_at: new Date(Date.now() + seconds * 1000).toISOString(),
  };
}

/** The minute before the room: ten points, with 429s in the middle. */
export const history = (): OnSaleHistoryDto => ({
  from: at(0),
  to: at(59),
  step_seconds: 6,
  wanted: 120,
  points: Array.from({ length: 11 }, (_, i) => ({
    at: at(i * 5.9),
    counts: { bought: i, failed: Math.floor(i / 2) },
    won: i * 4,
    held: 8,
    in_progress: 60 - i * 3,
    open: 60 - i * 3,
    wanted: 120,
    lapsed: 0,
    spent: i * 170,
    due: 340,
    waiting: 3,
    best: 2000 - i * 100,
  })),
  marks: [{ at: at(29.5), kind: 'rate_limited', count: 3 }],
});

/** What helps, with nothing that doesn't apply to its kind. */
export const help = (over: Partial<PaymentHelp> & Pick<PaymentHelp, 'kind'>): PaymentHelp => ({
  count: null,
  seconds: null,
  job_id: null,
  job_name: null,
  tasks: null,
  levels: null,
  expire: 0,
  last_start_at: null,
  ...over,
});

/** 12 baskets a minute, of which one person can pay 4: 31 expire unless somebody helps. */
export const forecast = (over: Partial<PaymentForecastDto> = {}): PaymentForecastDto => ({
  baskets: 60,
  held: 2,
  waiting: 3,
  baskets_per_minute: 12,
  paid_per_minute: 4,
  expire: 31,
  first_expiry_at: at(600),
  pace_s: 60,
  help: [
    help({ kind: 'payers', count: 2 }),
    help({
      kind: 'spread',
      seconds: 40,
      job_id: 1,
      job_name: 'North stand fours',
      tasks: 20,
      last_start_at: at(760),
    }),
    help({ kind: 'buy', job_id: 1, job_name: 'North stand fours', tasks: 20, levels: ['C'], expire: 4 }),
  ],
  ...over,
});

/** Nel Harper pays, the reader doesn't yet. */
export const payers = (over: Partial<PayersDto> = {}): PayersDto => ({
  at: at(60),
  payers: [{ user_id: 2, name: 'Nel Harper', since: at(-600) }],
  others: 3,
  me: { may_pay: true, is_on: false, pace_s: 45 },
  forecast: forecast(),
  ...over,
});

/** A server with the room of event 7. */
export const roomServer = (over: Partial<OnSaleDto> = {}): TestServer =>
  new TestServer()
    .on('GET /on-sale/7', { body: room(over) })
    .on('GET /on-sale/7/history', { body: history() })
    .on('GET /on-sale/7/payers', { body: payers() });
