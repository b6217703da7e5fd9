import type { Hold, Purchase } from '../../src/protocol.ts';
import { expectCall, must, quietSince, type Rule, SOON_MS, taken } from '../rule.ts';

const seatKeys = (seats: readonly { area: string; row: string; seat: string }[]) =>
  seats
    .map(({ area, row, seat }) => `${area}/${row}/${seat}`)
    .toSorted()
    .join(' ');

/** What a task of each mode comes to when nothing is in the way. */
export const holdingRules: Rule[] = [
  {
    id: 'hold',
    title: 'A hold task: seats are held at the site, then told of, and the lease is over',
    section: 'The life of a lease',
    async run({ task }) {
      const mine = task('hold');
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS);
      const [told] = mine.trail.of('console', 'hold');
      const [held] = mine.trail.of('site', 'hold');
      must(
        told !== undefined && held !== undefined && held.at < told.at,
        'seats were told of before the site held them',
      );
      const { seats, basket, expires_at } = told.body as Hold;
      must(
        seatKeys(seats) === seatKeys(mine.order?.seats ?? []),
        'the seats told of are not those that the site holds',
      );
      must(basket === mine.order?.basket_url, "the basket is not the site's own link");
      must(
        expires_at !== undefined && Date.parse(expires_at) === Date.parse(mine.order?.expires_at ?? ''),
        "the expiry is not the site's",
      );
      await quietSince(mine, told.at, 'after the hold had ended the lease');
      must(mine.trail.of('site', 'pay').length === 0, 'a hold task was paid for: that is for a person');
    },
  },
  {
    id: 'buy',
    title:
      'A buy task: held, told of, paid with the payment token, and the purchase told of with its references',
    section: 'The life of a lease',
    async run({ task }) {
      const mine = task('buy');
      await taken(mine);
      await expectCall(mine, 'console', 'purchase', SOON_MS);
      const [paid] = mine.trail.of('site', 'pay');
      const [hold] = mine.trail.of('console', 'hold');
      const [purchase] = mine.trail.of('console', 'purchase');
      must(
        hold !== undefined && paid !== undefined && hold.at < paid.at,
        'it paid before the console had accepted the hold',
      );
      must(
        (paid.body as { payment_token?: string }).payment_token === mine.card,
        'it paid with something else than the payment token',
      );
      must(
        purchase !== undefined && purchase.status === 200 && paid.at < purchase.at,
        'the purchase was told of before the site was paid',
      );
      const { tickets } = purchase.body as Purchase;
      const ids = tickets.map(({ hold_id }) => hold_id).toSorted();
      must(
        ids.join() === [...mine.holds.values()].toSorted().join(),
        'the purchase does not name the ids that hold answered',
      );
      must(
        tickets.every(({ ticket_reference }) => ticket_reference === mine.order?.reference),
        "a ticket lacks the site's reference",
      );
      must(mine.trail.of('site', 'pay').length === 1, 'it paid more than once');
    },
  },
  {
    id: 'prove',
    title: 'Right before paying it beats once',
    section: 'Never twice: the order key',
    async run({ task }) {
      const mine = task('buy');
      await taken(mine);
      await expectCall(mine, 'site', 'pay', SOON_MS);
      const [hold] = mine.trail.of('console', 'hold');
      const [paid] = mine.trail.of('site', 'pay');
      const beat = mine.trail
        .of('console', 'heartbeat')
        .some(({ at }) => at > (hold?.at ?? 0) && at < (paid?.at ?? 0));
      must(beat, 'it paid without a heartbeat between the hold and the payment');
    },
  },
  {
    id: 'limit',
    title: 'LIMIT_REACHED: the seats are given back at the site, then the task fails',
    section: 'Ground rules of the wire',
    async run({ task }) {
      const mine = task('buy', (made) => {
        made.console = (what) =>
          what === 'hold'
            ? { status: 409, code: 'LIMIT_REACHED', message: 'This customer may have no more' }
            : null;
      });
      await taken(mine);
      await expectCall(mine, 'console', 'fail', SOON_MS);
      must(mine.order?.status === 'released', 'the seats are still held at the site');
      must(mine.trail.of('site', 'pay').length === 0, 'it paid although the limit is reached');
    },
  },
];
