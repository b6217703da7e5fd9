import type { Failure, Settlement } from '../../src/protocol.ts';
import { expectCall, must, NotTried, type Rule, SOON_MS, type Stage, taken } from '../rule.ts';
import type { KitTask } from '../kit-task.ts';

const section = 'Settling: what became of an order';

/** A task that is to be settled, once the worker has said that it can. */
async function settling(
  { console, task }: Stage,
  prepare: (made: KitTask) => void = () => undefined,
): Promise<KitTask> {
  for (const end = performance.now() + SOON_MS; console.polls.length === 0 && performance.now() < end;)
    await new Promise((done) => setTimeout(done, 50));
  if (!console.polls.some(({ body }) => body.settles))
    throw new NotTried('no lease call says `settles`: other workers settle its orders');
  const made = task('settle', prepare);
  await taken(made);
  return made;
}

const onlyAsked = (task: KitTask) => {
  for (const what of ['hold', 'pay', 'give_back'])
    must(task.trail.of('site', what).length === 0, `it did more at the site than ask: ${what}`);
};

/** A finished task whose worker may have paid: the site is asked, nothing else is done. */
export const settlingRules: Rule[] = [
  {
    id: 'settle-paid',
    title: 'What the site was paid for is told of with its seats and reference',
    section,
    async run(stage) {
      const mine = await settling(stage, (made) => {
        made.order = {
          ...stage.site.newOrder(made, made.lease.order_key),
          status: 'paid',
          reference: 'REF-settled',
        };
      });
      await expectCall(mine, 'console', 'settle', SOON_MS);
      const told = mine.trail.of('console', 'settle')[0]?.body as Settlement;
      must(told.paid && told.seats?.length === 2, 'the seats that were paid are not told of');
      must(told.ticket_reference === 'REF-settled', "the site's reference is missing");
      onlyAsked(mine);
    },
  },
  {
    id: 'settle-unpaid',
    title: 'An order that the site does not know, or that lapsed, was not paid',
    section,
    async run(stage) {
      const unknown = await settling(stage);
      const lapsed = await settling(stage, (made) => {
        made.order = { ...stage.site.newOrder(made, made.lease.order_key), status: 'lapsed' };
      });
      for (const mine of [unknown, lapsed]) {
        await expectCall(mine, 'console', 'settle', SOON_MS);
        must(!(mine.trail.of('console', 'settle')[0]?.body as Settlement).paid, 'it was told of as paid');
        onlyAsked(mine);
      }
    },
  },
  {
    id: 'settle-held',
    title: 'An order that is still held is asked about again once it has lapsed',
    section,
    async run(stage) {
      const mine = await settling(stage, (made) => {
        made.order = stage.site.newOrder(made, made.lease.order_key);
      });
      await mine.trail.until(() => mine.over, SOON_MS);
      must(mine.trail.of('console', 'settle').length === 0, 'it settled an order that can still be paid');
      const [failed] = mine.trail.of('console', 'fail');
      must(failed !== undefined, 'it did not fail');
      must(
        ((failed.body as Failure).retry_after_s ?? 0) >= 540,
        'it comes back before the order has lapsed (retry_after_s)',
      );
      onlyAsked(mine);
    },
  },
  {
    id: 'pay-unknown',
    title: 'A worker that does not know whether it has paid does not say that it has not',
    section,
    async run({ task }) {
      const mine = task('buy', (made) => {
        made.site = (what, nth) => {
          if (what === 'pay') return { status: 0 };
          return what === 'find' && nth > 2 ? { status: 503, message: 'The site is away' } : null;
        };
      });
      await taken(mine);
      await expectCall(mine, 'site', 'pay', SOON_MS);
      await expectCall(mine, 'console', 'fail', SOON_MS);
      const [failed] = mine.trail.of('console', 'fail');
      must((failed?.body as Failure).unpaid !== true, 'it said `unpaid` after a payment without an answer');
    },
  },
];
