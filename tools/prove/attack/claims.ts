import { randomUUID } from 'node:crypto';
import type { Basket, Fixtures, Person } from './fixtures.ts';
import { type Call, send, sendOk } from './http.ts';
import type { Result } from './probe.ts';

const ROUNDS = 25;
const SEATS = 3;
/** People who don't pay the basket. */
const OTHERS = 3;
/** How often a confirm is sent whose response is lost. */
const LOST = 4;

interface Line {
  task_id: number | null;
  seat: string;
}

/** What a round has: who pays, who else is there, and the event's guid. */
interface Round {
  basket: Basket;
  payer: Person;
  others: readonly Person[];
  site: number;
  event: number;
  guid: string;
}

/** Everything that others do in the cart to a basket that somebody pays. */
function waysAround({ basket, site, guid }: Round): [string, string, object?][] {
  const { task, login, holds } = basket;
  return [
    ['DELETE', `/api/carted-tickets/${holds[0]}`],
    ['DELETE', `/api/carted-tickets/group/${task}/${login}`],
    ['POST', '/api/carted-tickets/confirm', { ticket_ids: holds }],
    ['POST', '/api/carted-tickets/confirm', { ticket_ids: holds, replace: true, late: true }],
    ['POST', '/api/purchases', { loginId: login, siteId: site, eventGuid: guid }],
    ['POST', `/api/pay-queue/${task}/claim`, {}],
    ['POST', `/api/pay-queue/${task}/confirm`, { hold_ids: holds, ticket_reference: 'OTHER' }],
    ['POST', `/api/pay-queue/${task}/secret`, { which: 'password' }],
  ];
}

/** Acts in the cart on baskets that somebody pays, takes them over, and loses the responses of payments. */
export async function claimsBesideCart(fixtures: Fixtures): Promise<Result[]> {
  await fixtures.signIn();
  const site = (
    await fixtures.make('/api/sites', { name: 'Claims', url: 'https://claims.example', enabled: 1 })
  ).id;
  const worker = (await fixtures.make<{ token: string }>('/api/worker-tokens', { name: 'claims' })).token;
  const event = await fixtures.make<{ id: number; guid: string }>('/api/events', {
    site_id: site,
    name: 'Cup final',
    guid: 'claims-1',
    status: 'on_sale',
  });
  const [payer, ...others] = await Promise.all(Array.from({ length: OTHERS + 1 }, () => fixtures.person()));
  if (!payer) throw new Error('Nobody pays');
  let taken = 0;
  let tried = 0;
  let wrong = 0;
  for (let index = 0; index < ROUNDS; index += 1) {
    const basket = await fixtures.basket({ site, event: event.id, worker }, SEATS);
    const round = { basket, payer, others, site, event: event.id, guid: event.guid };
    await call(fixtures, payer, 'POST', `/api/pay-queue/${basket.task}/claim`, {});
    const ways = waysAround(round).flatMap((way) => others.map((person) => [person, way] as const));
    const answers = await Promise.all(
      ways.map(([{ token }, [method, path, body]]) => send(fixtures.port, path, { method, token, body })),
    );
    tried += answers.length;
    taken += answers.filter(({ status }) => status !== 409).length;
    if (!(await isPaidOnce(fixtures, round))) wrong += 1;
  } // prettier-ignore
  return [
    {
      attack: 'claims: baskets that somebody else pays',
      tried: `${tried} removals, records and claims`,
      outcome: `${taken} not refused`,
      passed: taken === 0,
    },
    {
      attack: 'claims: taken over while answers are lost',
      tried: `${ROUNDS} baskets, ${LOST} lost answers each`,
      outcome: `${wrong} not recorded exactly once`,
      passed: wrong === 0,
    },
  ];
}

const call = <T>({ port }: Fixtures, { token }: Person, method: string, path: string, body?: object): Promise<T> =>
  sendOk<T>(port, path, { method, token, body }); // prettier-ignore

/** The payment is sent again and again without a response, while others take the basket over and record it too. */
async function isPaidOnce(fixtures: Fixtures, { basket, payer, others, event }: Round): Promise<boolean> {
  const { port } = fixtures;
  const { task, holds } = basket;
  const confirm: Call = {
    method: 'POST',
    token: payer.token,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { hold_ids: holds, ticket_reference: `ORDER-${task}`, override: true },
  };
  await Promise.all([
    ...Array.from({ length: LOST }, () =>
      send(port, `/api/pay-queue/${task}/confirm`, { ...confirm, isLost: true }),
    ),
    ...others.flatMap(({ token }) => [
      send(port, `/api/pay-queue/${task}/claim`, { method: 'POST', token, body: { override: true } }),
      send(port, '/api/carted-tickets/confirm', {
        method: 'POST',
        token,
        body: { ticket_ids: holds, override: true },
      }),
    ]),
  ]);
  const repeat = () => send(port, `/api/pay-queue/${task}/confirm`, confirm);
  let again = await repeat();
  while (again.text.includes('still running')) again = await repeat();
  const path = `/api/ledger?event_id=${event}&page_size=200`;
  const lines = await call<Line[]>(fixtures, payer, 'GET', path);
  const seats = lines.filter(({ task_id }) => task_id === task).map(({ seat }) => seat);
  return again.status === 200 && seats.length === SEATS && new Set(seats).size === SEATS;
}
