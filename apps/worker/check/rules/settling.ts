import type { Failure, Settlement } from '../../src/protocol.ts';
import type { KitTask } from '../kit-task.ts';
import { expectCall, must, NEXT_STEP_MS, NotTried, type Rule, type Stage, waitForLease } from '../rule.ts';

const section = 'Settling: what became of an order';

/** Offers a task to settle, once a lease call says that the worker supports it. */
async function offerSettlement(
  { console, offerTask }: Stage,
  prepare: (prepared: KitTask) => void = () => undefined,
): Promise<KitTask> {
  for (const end = performance.now() + NEXT_STEP_MS; console.polls.length === 0 && performance.now() < end;)
    await new Promise((done) => setTimeout(done, 50));
  if (!console.polls.some(({ body }) => body.settles))
    throw new NotTried('no lease call says `settles`: other workers settle its orders');
  const prepared = offerTask('settle', prepare);
  await waitForLease(prepared);
  return prepared;
}

const expectLookupsOnly = (task: KitTask) => {
  for (const what of ['hold', 'pay', 'give_back'])
    must(task.trail.of('site', what).length === 0, `it did more at the site than look up the order: ${what}`);
};

/** A finished task whose worker may have paid: only the order is looked up at the site. */
export const settlingRules: Rule[] = [
  {
    id: 'settle-paid',
    title: 'Reports a paid order with its seats and reference',
    section,
    async checkRule(stage) {
      const task = await offerSettlement(stage, (prepared) => {
        prepared.order = {
          ...stage.site.newOrder(prepared, prepared.lease.order_key),
          status: 'paid',
          reference: 'REF-settled',
        };
      });
      await expectCall(task, 'console', 'settle', NEXT_STEP_MS);
      const reported = task.trail.of('console', 'settle')[0]?.body as Settlement;
      must(reported.paid && reported.seats?.length === 2, 'the paid seats were not reported');
      must(reported.ticket_reference === 'REF-settled', "the site's reference is missing");
      expectLookupsOnly(task);
    },
  },
  {
    id: 'settle-unpaid',
    title: 'Reports an unknown or lapsed order as unpaid',
    section,
    async checkRule(stage) {
      const unknown = await offerSettlement(stage);
      const lapsed = await offerSettlement(stage, (prepared) => {
        prepared.order = { ...stage.site.newOrder(prepared, prepared.lease.order_key), status: 'lapsed' };
      });
      for (const task of [unknown, lapsed]) {
        await expectCall(task, 'console', 'settle', NEXT_STEP_MS);
        must(!(task.trail.of('console', 'settle')[0]?.body as Settlement).paid, 'it was reported as paid');
        expectLookupsOnly(task);
      }
    },
  },
  {
    id: 'settle-held',
    title: 'Retries an order that is still held after it has lapsed',
    section,
    async checkRule(stage) {
      const task = await offerSettlement(stage, (prepared) => {
        prepared.order = stage.site.newOrder(prepared, prepared.lease.order_key);
      });
      await task.trail.until(() => task.over, NEXT_STEP_MS);
      must(task.trail.of('console', 'settle').length === 0, 'it settled an order that can still be paid');
      const [failed] = task.trail.of('console', 'fail');
      must(failed !== undefined, 'it did not fail');
      must(
        ((failed.body as Failure).retry_after_s ?? 0) >= 540,
        'it retries before the order has lapsed (retry_after_s)',
      );
      expectLookupsOnly(task);
    },
  },
  {
    id: 'pay-unknown',
    title: 'Does not report `unpaid` while the result of the payment is unknown',
    section,
    async checkRule({ offerTask }) {
      const task = offerTask('buy', (prepared) => {
        prepared.site = (what, nth) => {
          if (what === 'pay') return { status: 0 };
          return what === 'find' && nth > 2 ? { status: 503, message: 'The site is unavailable' } : null;
        };
      });
      await waitForLease(task);
      await expectCall(task, 'site', 'pay', NEXT_STEP_MS);
      await expectCall(task, 'console', 'fail', NEXT_STEP_MS);
      const [failed] = task.trail.of('console', 'fail');
      must(
        (failed?.body as Failure).unpaid !== true,
        'it reported `unpaid` after a payment without a response',
      );
    },
  },
];
