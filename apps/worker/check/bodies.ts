import type { KitTask } from './kit-task.ts';

type Body = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= max;
const whole =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const oneOf =
  (...names: unknown[]): Check =>
  (value) =>
    names.includes(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const listOf =
  (max: number, check: Check, min = 0): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(check);
const object =
  (fields: Record<string, Check>): Check =>
  (value) =>
    value !== null && typeof value === 'object' && faults(fields, value as Body).length === 0;
const maybeBoolean: Check = (value) => value === undefined || typeof value === 'boolean';
const instantAhead: Check = (value) => typeof value === 'string' && Date.parse(value) > Date.now();

const command = maybe(oneOf('stop', 'pause', 'resume'));
const lease: Record<string, Check> = {
  worker: text(120),
  capacity: whole(0, 200),
  sites: (value) => value === undefined || listOf(10_000, whole(1, 2 ** 31))(value),
  wait_s: (value) => value === undefined || whole(0, 60)(value),
  version: maybe(text(60)),
  draining: maybeBoolean,
  settles: maybeBoolean,
  leases: (value) =>
    value === undefined ||
    listOf(200, object({ lease_id: text(36), acknowledged_command: command, heeded: command }))(value),
};
const seat = object({
  area: text(120),
  row: text(40),
  seat: text(40),
  price: (value) => typeof value === 'number' && value >= 0,
  currency: maybe((value) => /^[A-Z]{3}$/.test(String(value))),
});
const calls: Record<string, Record<string, Check>> = {
  heartbeat: {},
  release: { unpaid: maybeBoolean },
  settle: {
    paid: (value) => typeof value === 'boolean',
    seats: (value) => value === undefined || listOf(50, seat)(value),
    ticket_reference: maybe(text(120)),
  },
  report: {
    status: oneOf('running', 'waiting_room'),
    message: maybe(text(500)),
    queue_position: maybe(whole(0, 2 ** 31)),
  },
  hold: { seats: listOf(50, seat, 1), expires_at: instantAhead, basket: maybe(text(2000)) },
  purchase: {
    tickets: listOf(50, object({ hold_id: whole(1, 2 ** 31), ticket_reference: maybe(text(120)) }), 1),
  },
  fail: {
    message: text(500),
    retry_after_s: maybe(whole(0, 86_400)),
    kind: maybe(oneOf('rate_limited', 'slow', 'sold_out', 'outage', 'login', 'payment', 'limit')),
    unpaid: maybeBoolean,
  },
};

/** The fields that are wrong, missing or unknown. */
function faults(fields: Record<string, Check>, body: Body): string[] {
  const wrong = Object.entries(fields).flatMap(([name, check]) => (check(body[name]) ? [] : [name]));
  return [...wrong, ...Object.keys(body).filter((name) => !Object.hasOwn(fields, name))];
}

/** What is wrong with the body of a `lease` call; empty: nothing. */
export const leaseFaults = (body: unknown): string[] => faults(lease, (body ?? {}) as Body);

/** What is wrong with the body of a call under a lease, as the console would refuse it with 400. */
export function callFaults(what: string, body: unknown, task: KitTask): string[] {
  const fields = calls[what];
  if (!fields) return [what];
  const found = faults(fields, (body ?? {}) as Body);
  const { basket } = (body ?? {}) as { basket?: string | null };
  if (what === 'hold' && basket && URL.parse(basket)?.host !== URL.parse(task.lease.site.url)?.host)
    found.push('basket');
  return found;
}
