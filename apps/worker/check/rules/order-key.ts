import type { Hold, Purchase } from '../../src/protocol.ts';
import type { KitTask } from '../kit-task.ts';
import { expectCall, must, type Rule, SOON_MS, taken } from '../rule.ts';

const section = 'Never twice: the order key';

const asksFirst = (task: KitTask, before: string) => {
  const [act] = task.trail.of('site', before);
  const asked = task.trail.of('site', 'find').some(({ at }) => at < (act?.at ?? Infinity));
  must(asked, `it did not ask the site about the order key${act ? ` before it was to ${before}` : ''}`);
};

/** What an earlier worker left at the site is finished, not repeated. */
export const orderKeyRules: Rule[] = [
  {
    id: 'order-key',
    title: 'The order key is its key at the site, and is asked about before seats are held',
    section,
    async run({ task }) {
      const mine = task('hold');
      await taken(mine);
      await expectCall(mine, 'site', 'hold', SOON_MS);
      asksFirst(mine, 'hold');
      const keys = mine.trail.of('site', 'hold', 'find').map(({ body }) => {
        const { order_key, key } = body as { order_key?: string; key?: string };
        return order_key ?? key;
      });
      must(
        keys.every((key) => key === mine.lease.order_key),
        'it used another key than the order key',
      );
    },
  },
  {
    id: 'held-before',
    title: 'Seats that are held under the key already are told of, not held anew',
    section,
    async run({ task, site }) {
      const mine = task('hold', (made) => (made.order = site.newOrder(made, made.lease.order_key)));
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS);
      asksFirst(mine, 'hold');
      must(
        (mine.trail.of('console', 'hold')[0]?.body as Hold).seats.length === 2,
        'the seats told of are others',
      );
      must(mine.trail.of('site', 'hold').length === 0, 'it held seats anew');
    },
  },
  {
    id: 'held-again',
    title: 'Seats that the lease lists are told of all the same while the task is not carted',
    section,
    async run({ task, site }) {
      const mine = task('hold', (made) => {
        made.order = site.newOrder(made, made.lease.order_key);
        made.lease.holds = made.order.seats.map(({ area, row, seat }, index) => ({
          id: index + 1,
          area,
          row,
          seat,
        }));
      });
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS);
      must(mine.trail.of('site', 'hold').length === 0, 'it held seats anew');
    },
  },
  {
    id: 'paid-before',
    title: 'What is paid already is told of: nothing is paid again',
    section,
    async run({ task, site }) {
      const mine = task('buy', (made) => {
        made.order = {
          ...site.newOrder(made, made.lease.order_key),
          status: 'paid',
          reference: 'REF-before',
        };
      });
      await taken(mine);
      await expectCall(mine, 'console', 'purchase', SOON_MS);
      const { tickets } = mine.trail.of('console', 'purchase')[0]?.body as Purchase;
      must(
        tickets.length === 2 && tickets.every(({ ticket_reference }) => ticket_reference === 'REF-before'),
        "the tickets lack the site's reference",
      );
      must(mine.trail.of('site', 'pay').length === 0, 'it paid again');
    },
  },
  {
    id: 'pay-unclear',
    title: 'A payment without a clear answer is asked about, not repeated',
    section,
    async run({ task }) {
      const mine = task('buy', (made) => {
        made.site = (what) => (what === 'pay' ? { status: 0 } : null);
      });
      await taken(mine);
      await expectCall(mine, 'site', 'pay', SOON_MS);
      const paidAt = mine.trail.of('site', 'pay')[0]?.at ?? 0;
      await mine.trail.until(() => mine.over, SOON_MS);
      must(mine.trail.of('site', 'pay').length === 1, 'it paid again without knowing');
      must(
        mine.trail.of('site', 'find').some(({ at }) => at > paidAt),
        'it did not ask the site what became of the payment',
      );
    },
  },
];
