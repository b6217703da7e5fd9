import fc from 'fast-check';
import {
  arrivals,
  type Baskets,
  busiestMinute,
  fewestPayers,
  forecastPayments,
  type PaymentOutcome,
  type Payments,
  paysAll,
  smallestSpread,
} from './payment-queue';

const at = (at_s: number, expires_s: number, more: Partial<Baskets> = {}): Baskets => ({
  at_s,
  expires_s,
  ...more,
});

describe('a forecast', () => {
  it('gives who is free the basket that expires first', () => {
    // 20 s each: the second is paid at 20, the first at 40.
    const baskets = [at(0, 50), at(0, 30)];
    expect(forecastPayments({ baskets, paces: [20] })).toEqual({
      paid: 2,
      expired: 0,
      first_expiry_s: null,
      last_paid_s: 40,
    });
  });

  it('counts a basket as expired that is recorded too late, with the time spent', () => {
    // The second is taken at 20, expires at 30, and keeps the person busy until 40; the third is taken at 40, and paid at 60.
    const baskets = [at(0, 25), at(0, 30), at(0, 100)];
    expect(forecastPayments({ baskets, paces: [20] })).toEqual({
      paid: 2,
      expired: 1,
      first_expiry_s: 30,
      last_paid_s: 60,
    });
  });

  it('has everything expire without people', () => {
    const baskets = [at(0, 30, { count: 3 }), at(10, 20)];
    expect(forecastPayments({ baskets, paces: [] })).toEqual({
      paid: 0,
      expired: 4,
      first_expiry_s: 20,
      last_paid_s: null,
    });
  });

  it('has expired seats come again once', () => {
    const returns = { after_s: 5, lasts_s: 30 };
    // Expires at 10, comes again at 15, and expires at 45; without people it doesn't come a third time.
    expect(forecastPayments({ baskets: [at(0, 10)], paces: [], returns })).toMatchObject({ expired: 2 });
    expect(forecastPayments({ baskets: [at(0, 10)], paces: [20], returns })).toMatchObject({
      paid: 1,
      expired: 1,
      last_paid_s: 40,
    });
    expect(forecastPayments({ baskets: [at(0, 10, { is_last: true })], paces: [], returns })).toMatchObject({
      expired: 1,
    });
  });

  it('lets those who have claimed baskets pay them first', () => {
    // Claimed 15 s ago by the first, whose pace is 20 s: done in 5 s.
    const mine = at(-30, 10, { claim: { payer: 0, since_s: -15, pace_s: 20 } });
    expect(forecastPayments({ baskets: [mine, at(0, 26)], paces: [20] })).toMatchObject({
      paid: 2,
      last_paid_s: 25,
    });
    // Somebody who isn't on pays theirs, and no other.
    const theirs = at(-30, 10, { claim: { payer: null, since_s: -15, pace_s: 20 } });
    expect(forecastPayments({ baskets: [theirs, at(0, 26)], paces: [] })).toMatchObject({
      paid: 1,
      expired: 1,
    });
  });
});

/** The same, second by second. */
function simulate({ baskets, paces, returns }: Payments): PaymentOutcome {
  const outcome: PaymentOutcome = { paid: 0, expired: 0, first_expiry_s: null, last_paid_s: null };
  const all = baskets.flatMap(({ at_s, expires_s, count = 1, is_last = false }) =>
    Array.from({ length: count }, () => ({ at: at_s, expires: expires_s, isLast: is_last, taken: false })),
  );
  const payers = paces.map((pace) => ({
    pace,
    done: 0,
    basket: undefined as (typeof all)[number] | undefined,
  }));
  let left = all.length;
  for (let now = 0; left > 0; now += 1) {
    for (const basket of all.filter(({ expires }) => expires === now)) {
      const payer = payers.find((one) => one.basket === basket);
      if (basket.taken && (!payer || payer.done < basket.expires)) continue;
      basket.taken = true;
      outcome.expired += 1;
      outcome.first_expiry_s ??= now;
      left -= 1;
      if (basket.isLast || !returns) continue;
      const again = now + returns.after_s;
      all.push({ at: again, expires: again + returns.lasts_s, isLast: true, taken: false });
      left += 1;
    }
    for (const payer of payers) {
      if (!payer.basket || payer.done > now) continue;
      if (payer.done < payer.basket.expires) {
        outcome.paid += 1;
        outcome.last_paid_s = Math.max(outcome.last_paid_s ?? 0, now);
        left -= 1;
      }
      payer.basket = undefined;
    }
    for (const payer of payers) {
      if (payer.basket) continue;
      const free = all.filter((basket) => !basket.taken && basket.at <= now && basket.expires > now);
      const [next] = free.toSorted((a, b) => a.expires - b.expires);
      if (!next) continue;
      next.taken = true;
      payer.basket = next;
      payer.done = now + payer.pace;
    }
  }
  return outcome;
}

const anyBaskets = fc.array(
  fc
    .record({
      at_s: fc.integer({ min: -5, max: 60 }),
      lasts: fc.integer({ min: 6, max: 60 }),
      count: fc.integer({ min: 1, max: 3 }),
      is_last: fc.boolean(),
    })
    .map(({ at_s, lasts, count, is_last }) => at(at_s, at_s + lasts, { count, is_last })),
  { maxLength: 12 },
);
const anyPace = fc.integer({ min: 1, max: 40 });
const anyPaces = fc.array(anyPace, { maxLength: 4 });
const anyReturns = fc.option(
  fc.record({ after_s: fc.integer({ min: 1, max: 10 }), lasts_s: fc.integer({ min: 1, max: 40 }) }),
  { nil: undefined },
);
const anyPayments = fc.record({ baskets: anyBaskets, paces: anyPaces, returns: anyReturns });

const countOf = (baskets: readonly Baskets[]) => baskets.reduce((sum, { count = 1 }) => sum + count, 0);

describe('any forecast', () => {
  it('is what happens second by second', () => {
    fc.assert(
      fc.property(anyPayments, (payments) => {
        expect(forecastPayments(payments)).toEqual(simulate(payments));
      }),
    );
  });

  it('pays or expires every basket, and is in short whether all are paid', () => {
    fc.assert(
      fc.property(anyPayments, ({ returns: _, ...payments }) => {
        const { paid, expired, first_expiry_s } = forecastPayments(payments);
        expect(paid + expired).toBe(countOf(payments.baskets));
        expect(paysAll(payments)).toBe(expired === 0);
        expect(first_expiry_s === null).toBe(expired === 0);
      }),
    );
  });

  // Of baskets that come over time one more person may pay fewer: who is busy with an early one misses a shorter one.
  it('lets no more expire with one more person of the same pace, once all have come', () => {
    fc.assert(
      fc.property(anyBaskets, anyPace, fc.integer({ min: 0, max: 5 }), (some, pace, people) => {
        const baskets = some.map((basket) => ({
          ...basket,
          at_s: 0,
          expires_s: Math.max(1, basket.expires_s),
        }));
        const expired = (number: number) =>
          forecastPayments({ baskets, paces: Array.from({ length: number }, () => pace) }).expired;
        expect(expired(people + 1)).toBeLessThanOrEqual(expired(people));
      }),
    );
  });
});

describe('the fewest further people', () => {
  it('suffice, and one fewer does not', () => {
    fc.assert(
      fc.property(anyPayments, anyPace, (payments, pace) => {
        const further = fewestPayers(payments, pace);
        const suffice = (number: number) =>
          paysAll({
            ...payments,
            paces: [...payments.paces, ...Array.from({ length: number }, () => pace)],
          });
        if (further === null) expect(suffice(50)).toBe(false);
        else expect(suffice(further)).toBe(true);
        if (further) expect(suffice(further - 1)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('are none where all baskets are paid, and unknown where no number suffices', () => {
    expect(fewestPayers({ baskets: [at(0, 90)], paces: [60] }, 60)).toBe(0);
    expect(fewestPayers({ baskets: [at(0, 90)], paces: [] }, 60)).toBe(1);
    expect(fewestPayers({ baskets: [at(0, 30)], paces: [] }, 60)).toBeNull();
  });
});

describe('the smallest spread', () => {
  const spread = (tasks: number, paces: readonly number[], lasts: number) => (seconds: number) => ({
    baskets: Array.from({ length: tasks }, (_, index) => at(index * seconds, index * seconds + lasts)),
    paces,
  });

  it('has every basket paid, and one second less has not', () => {
    // One person of 20 s pays 5 baskets that last 30 s: each has to come when the person is nearly free.
    expect(smallestSpread(5, 0, spread(5, [20], 30))).toBe(18);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), anyPaces, anyPace, (tasks, paces, lasts) => {
        const paymentsAt = spread(tasks, paces, lasts);
        const seconds = smallestSpread(tasks, 0, paymentsAt);
        if (seconds === null) {
          expect(paysAll(paymentsAt(Math.floor(86_400 / (tasks - 1))))).toBe(false);
          return;
        }
        expect(paysAll(paymentsAt(seconds))).toBe(true);
        if (seconds > 1) expect(paysAll(paymentsAt(seconds - 1))).toBe(false);
      }),
    );
  });

  it('is none for one task, and where nobody pays in time', () => {
    expect(smallestSpread(1, 0, spread(1, [], 30))).toBeNull();
    expect(smallestSpread(5, 0, spread(5, [60], 30))).toBeNull();
  });
});

describe('arrivals', () => {
  it('come as soon as a slot is free for the task', () => {
    expect(arrivals({ starts_s: [5, 0, 0, 0], slots: 2, hold_s: 10 })).toEqual([10, 10, 20, 20]);
    expect(arrivals({ starts_s: [5, 0, 0, 0], slots: null, hold_s: 10 })).toEqual([10, 10, 10, 15]);
  });

  it('never have more tasks at once than slots', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 20 }),
        (starts_s, slots, hold_s) => {
          const ends = arrivals({ starts_s, slots, hold_s });
          expect(ends).toHaveLength(starts_s.length);
          for (const end of ends)
            expect(ends.filter((other) => other > end - hold_s && other <= end).length).toBeLessThanOrEqual(
              slots,
            );
        },
      ),
    );
  });
});

it('the busiest minute counts what comes within sixty seconds, not what is there', () => {
  expect(busiestMinute([-5, 0, 10, 30, 69, 70, 200])).toBe(3);
  expect(busiestMinute([])).toBe(0);
});
