import type { Hold, Purchase } from '../../src/protocol.ts';
import type { KitTask } from '../kit-task.ts';
import { expectCall, must, NEXT_STEP_MS, type Rule, waitForLease } from '../rule.ts';

const section = 'Never twice: the order key';

const expectLookupBeforeHold = (task: KitTask) => {
  const [act] = task.trail.of('site', 'hold');
  const isLookedUp = task.trail.of('site', 'find').some(({ at }) => at < (act?.at ?? Infinity));
  must(isLookedUp, `it did not look up the order key at the site${act ? ' before hold' : ''}`);
};

/** Orders that an earlier worker left at the site are completed, not repeated. */
export const orderKeyRules: Rule[] = [
  {
    id: 'order-key',
    title: 'Uses the order key at the site and looks it up before it holds seats',
    section,
    async checkRule({ offerTask }) {
      const task = offerTask('hold');
      await waitForLease(task);
      await expectCall(task, 'site', 'hold', NEXT_STEP_MS);
      expectLookupBeforeHold(task);
      const keys = task.trail.of('site', 'hold', 'find').map(({ body }) => {
        const { order_key, key } = body as { order_key?: string; key?: string };
        return order_key ?? key;
      });
      must(
        keys.every((key) => key === task.lease.order_key),
        'it used another key than the order key',
      );
    },
  },
  {
    id: 'held-before',
    title: 'Reports seats already held under the key instead of holding others',
    section,
    async checkRule({ offerTask, site }) {
      const task = offerTask(
        'hold',
        (prepared) => (prepared.order = site.newOrder(prepared, prepared.lease.order_key)),
      );
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS);
      expectLookupBeforeHold(task);
      must((task.trail.of('console', 'hold')[0]?.body as Hold).seats.length === 2, 'it reported other seats');
      must(task.trail.of('site', 'hold').length === 0, 'it held seats again');
    },
  },
  {
    id: 'held-again',
    title: 'Reports seats that the lease already lists while the task is not carted',
    section,
    async checkRule({ offerTask, site }) {
      const task = offerTask('hold', (prepared) => {
        prepared.order = site.newOrder(prepared, prepared.lease.order_key);
        prepared.lease.holds = prepared.order.seats.map(({ area, row, seat }, index) => ({
          id: index + 1,
          area,
          row,
          seat,
        }));
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS);
      must(task.trail.of('site', 'hold').length === 0, 'it held seats again');
    },
  },
  {
    id: 'paid-before',
    title: 'Reports an order that is already paid and does not pay again',
    section,
    async checkRule({ offerTask, site }) {
      const task = offerTask('buy', (prepared) => {
        prepared.order = {
          ...site.newOrder(prepared, prepared.lease.order_key),
          status: 'paid',
          reference: 'REF-before',
        };
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'purchase', NEXT_STEP_MS);
      const { tickets } = task.trail.of('console', 'purchase')[0]?.body as Purchase;
      must(
        tickets.length === 2 && tickets.every(({ ticket_reference }) => ticket_reference === 'REF-before'),
        "the tickets lack the site's reference",
      );
      must(task.trail.of('site', 'pay').length === 0, 'it paid again');
    },
  },
  {
    id: 'pay-unclear',
    title: 'Looks up a payment without a clear response instead of repeating it',
    section,
    async checkRule({ offerTask }) {
      const task = offerTask('buy', (prepared) => {
        prepared.site = (what) => (what === 'pay' ? { status: 0 } : null);
      });
      await waitForLease(task);
      await expectCall(task, 'site', 'pay', NEXT_STEP_MS);
      const paidAt = task.trail.of('site', 'pay')[0]?.at ?? 0;
      await task.trail.until(() => task.over, NEXT_STEP_MS);
      must(task.trail.of('site', 'pay').length === 1, 'it paid again without looking up the first payment');
      must(
        task.trail.of('site', 'find').some(({ at }) => at > paidAt),
        'it did not look up the payment at the site',
      );
    },
  },
];
