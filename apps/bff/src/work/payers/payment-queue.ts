import TinyQueue from 'tinyqueue';

/** Baskets that people have to pay. Times are seconds from now; what has come already has an `at_s` of at most 0. */
export interface Baskets {
  at_s: number;
  /** When they expire unless they are paid before. */
  expires_s: number;
  /** How many of them there are; 1 unless given. */
  count?: number;
  /** Somebody pays it now: since when, and the payer's index; null: somebody who isn't on, and pays no other. */
  claim?: { payer: number | null; since_s: number; pace_s: number };
  /** Its task has tried again once, and doesn't once more when they expire. */
  is_last?: boolean;
}

/** Seats that expire are tried for once more: they are held so much later, and for so long. */
export interface Return {
  after_s: number;
  lasts_s: number;
}

/** What is to be paid, and by whom. */
export interface Payments {
  baskets: readonly Baskets[];
  /** Seconds per basket of each payer. */
  paces: readonly number[];
  /** Left out: baskets that expire don't come again. */
  returns?: Return | undefined;
}

/** What becomes of baskets. Those that came again count each time. */
export interface PaymentOutcome {
  paid: number;
  expired: number;
  /** When the first of them expires; null: none does. */
  first_expiry_s: number | null;
  /** When the last payment is recorded; null: there is none. */
  last_paid_s: number | null;
}

interface Basket {
  at: number;
  expires: number;
  comesAgain: boolean;
  /** Their order where times are equal. */
  order: number;
}

interface Payer {
  index: number;
  pace: number;
  free: number;
}

/**
 * What becomes of baskets: each payer who is free takes the free basket that expires first, as the pay queue gives them, and
 * records it after their pace. If it has expired by then, their time was spent for nothing.
 */
export const forecastPayments = (payments: Payments): PaymentOutcome => new Forecast(payments).run(Infinity);

/** Whether every basket is paid. Ends with the first that isn't. */
export const paysAll = (payments: Payments): boolean => new Forecast(payments).run(0).expired === 0;

class Forecast {
  private readonly coming = new TinyQueue<Basket>([], (a, b) => a.at - b.at || a.order - b.order);
  private readonly open = new TinyQueue<Basket>([], (a, b) => a.expires - b.expires || a.order - b.order);
  private readonly payers = new TinyQueue<Payer>([], (a, b) => a.free - b.free || a.index - b.index);
  private readonly returns: Return | undefined;
  private readonly outcome: PaymentOutcome = { paid: 0, expired: 0, first_expiry_s: null, last_paid_s: null };
  private order = 0;

  constructor({ baskets, paces, returns }: Payments) {
    this.returns = returns;
    const payers = paces.map((pace, index): Payer => ({ index, pace, free: 0 }));
    // Who has claimed several pays one after the other.
    for (const { at_s, expires_s, claim, is_last } of baskets.filter(isClaimed).toSorted(bySince)) {
      const payer = payers[claim.payer ?? -1] ?? { index: -1, pace: claim.pace_s, free: 0 };
      const since = payer.free > 0 ? Math.max(claim.since_s, payer.free) : claim.since_s;
      this.pay(payer, Math.max(0, since + payer.pace), this.basket(at_s, expires_s, is_last));
    }
    for (const { at_s, expires_s, count = 1, claim, is_last } of baskets) {
      if (claim) continue;
      for (let each = 0; each < count; each += 1) this.coming.push(this.basket(at_s, expires_s, is_last));
    }
    for (const payer of payers) this.payers.push(payer);
  }

  /** Runs until more than `most` have expired, or nothing is left. */
  run(most: number): PaymentOutcome {
    while (this.outcome.expired <= most) {
      const payer = this.payers.pop();
      this.advance(payer?.free ?? Infinity, most);
      if (!payer) break;
      const basket = this.open.pop();
      const next = this.coming.peek();
      if (basket) this.pay(payer, payer.free + payer.pace, basket);
      else if (next) payer.free = next.at;
      else break;
      this.payers.push(payer);
    }
    return this.outcome;
  }

  /** What comes and expires until a moment. Only what nobody takes expires here. */
  private advance(now: number, most: number): void {
    while (this.outcome.expired <= most) {
      const comes = this.coming.peek()?.at ?? Infinity;
      const expires = this.open.peek()?.expires ?? Infinity;
      if (Math.min(comes, expires) > now || (comes === Infinity && expires === Infinity)) return;
      if (comes <= expires) this.open.push(this.coming.pop() as Basket);
      else this.expire(this.open.pop() as Basket);
    }
  }

  private pay(payer: Payer, done: number, basket: Basket): void {
    payer.free = done;
    if (done >= basket.expires) {
      this.expire(basket);
      return;
    }
    this.outcome.paid += 1;
    this.outcome.last_paid_s = Math.max(this.outcome.last_paid_s ?? done, done);
  }

  private expire({ expires, comesAgain }: Basket): void {
    this.outcome.expired += 1;
    this.outcome.first_expiry_s = Math.min(this.outcome.first_expiry_s ?? expires, expires);
    if (!comesAgain || !this.returns) return;
    const at = expires + this.returns.after_s;
    this.coming.push(this.basket(at, at + this.returns.lasts_s, true));
  }

  private basket(at: number, expires: number, isLast = false): Basket {
    this.order += 1;
    return { at, expires, comesAgain: !isLast, order: this.order };
  }
}

type Claimed = Baskets & Required<Pick<Baskets, 'claim'>>;
const isClaimed = (baskets: Baskets): baskets is Claimed => baskets.claim !== undefined;
const bySince = (a: Claimed, b: Claimed): number => a.claim.since_s - b.claim.since_s;

/** The most further payers that a forecast proposes. */
const MOST_FURTHER_PAYERS = 50;

/** The smallest number of further payers of one pace with whom no basket expires; null: 50 don't suffice. */
export function fewestPayers(payments: Payments, pace: number): number | null {
  const suffices = (further: number) =>
    paysAll({ ...payments, paces: [...payments.paces, ...Array.from({ length: further }, () => pace)] });
  if (!suffices(MOST_FURTHER_PAYERS)) return null;
  let further = 0;
  while (!suffices(further)) further += 1;
  return further;
}

/** Starts are spread over at most a day. */
const LONGEST_SPREAD_S = 86_400;

/**
 * The least whole seconds, above those now, between the starts of `tasks` tasks with which no basket expires, found by halving: one second
 * less doesn't suffice. `paymentsAt` says what is to be paid with a spread. Null: none suffices within a day.
 */
export function smallestSpread(
  tasks: number,
  now: number,
  paymentsAt: (seconds: number) => Payments,
): number | null {
  if (tasks < 2) return null;
  const suffices = (seconds: number) => paysAll(paymentsAt(seconds));
  let low = now;
  let high = Math.floor(LONGEST_SPREAD_S / (tasks - 1));
  if (high <= low || !suffices(high)) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** When tasks start, how many of them run at once (null: all), and in how many seconds a task gets its seats. */
export interface Starts {
  starts_s: readonly number[];
  slots: number | null;
  hold_s: number;
}

/** When the baskets of tasks come, each as soon as a slot is free for its task; in ascending order. */
export function arrivals({ starts_s, slots, hold_s }: Starts): number[] {
  const starts = starts_s.toSorted((a, b) => a - b);
  if (slots === null || slots >= starts.length) return starts.map((start) => start + hold_s);
  const ends: number[] = [];
  for (const [index, start] of starts.entries()) {
    // Slots become free in the order in which they were taken, as every task takes the same time.
    const free = ends[index - Math.max(1, slots)] ?? start;
    ends.push(Math.max(start, free) + hold_s);
  }
  return ends;
}

const MINUTE_S = 60;

/** The most baskets that come within one minute; those that have come already don't count. */
export function busiestMinute(comes_s: readonly number[]): number {
  const ahead = comes_s.filter((at) => at > 0).toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, at] of ahead.entries()) {
    while (at - (ahead[first] ?? at) >= MINUTE_S) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
