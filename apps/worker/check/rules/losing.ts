import type { Hold } from '../../src/protocol.ts';
import {
  COMMAND_MS,
  expectCall,
  expectNoWrites,
  must,
  NEXT_STEP_MS,
  type Rule,
  waitForLease,
  waitForQueue,
} from '../rule.ts';

/** Lost leases and an unavailable console. */
export const losingRules: Rule[] = [
  {
    id: 'lost-waiting',
    title: 'Drops a lost lease immediately: no more writes at the console or the site',
    section: 'Ground rules of the wire',
    async checkRule({ offerTask }) {
      const task = offerTask('buy', (prepared) => (prepared.admitted = false));
      await waitForQueue(task);
      task.loseLease();
      const hasHeartbeat = await task.trail.until(
        () => task.trail.of('console', 'heartbeat', 'report').some(({ status }) => status === 409),
        COMMAND_MS,
      );
      must(hasHeartbeat, 'no heartbeat was sent that would have reported the loss');
      const at = task.trail.calls.find(({ status }) => status === 409)?.at ?? 0;
      task.admitted = true;
      await expectNoWrites(task, at, 'after the lease was lost');
      must(task.order === null, 'it held seats although its lease was lost');
    },
  },
  {
    id: 'lost-holding',
    title: 'Does not pay if the lease is lost while it reports the seats',
    section: 'Ground rules of the wire',
    async checkRule({ offerTask }) {
      const task = offerTask('buy', (prepared) => {
        prepared.console = (what) => {
          if (what === 'hold') prepared.loseLease();
          return null;
        };
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS);
      await expectNoWrites(task, task.trail.of('console', 'hold')[0]?.at ?? 0, 'after the lease was lost');
      must(task.trail.of('site', 'pay').length === 0, 'it paid although its lease was lost');
    },
  },
  {
    id: 'repeat-5xx',
    title: 'Repeats a call with the same body while the console is unavailable, and keeps the seats',
    section: 'Ground rules of the wire',
    async checkRule({ offerTask }) {
      const task = offerTask('hold', (prepared) => {
        prepared.console = (what, nth) =>
          what === 'hold' && nth <= 2 ? { status: 503, code: 'UNAVAILABLE' } : null;
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS, 3);
      const bodies = task.trail.of('console', 'hold').map(({ body }) => JSON.stringify(body));
      must(new Set(bodies).size === 1, 'the repeated hold differs from the first');
      must(task.order?.status === 'held', 'the seats were released');
      must(
        task.trail.of('site', 'hold').length === 1,
        'it held seats again because the console was unavailable',
      );
    },
  },
  {
    id: 'retry-after',
    title: "Respects the console's Retry-After",
    section: 'Ground rules of the wire',
    async checkRule({ offerTask }) {
      const task = offerTask('hold', (prepared) => {
        const busy = { status: 429, code: 'RATE_LIMIT', headers: { 'retry-after': '3' } };
        prepared.console = (what, nth) => (what === 'hold' && nth === 1 ? busy : null);
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS, 2);
      const [first, second] = task.trail.of('console', 'hold');
      const waited = (second?.at ?? 0) - (first?.at ?? 0);
      must(waited > 2_900, `it retried after ${Math.round(waited)} ms instead of 3 s`);
    },
  },
  {
    id: 'lost-answer',
    title: 'Repeats hold and purchase without a response; pays the site once, under the same order key',
    section: 'Ground rules of the wire',
    async checkRule({ offerTask }) {
      const task = offerTask('buy', (prepared) => {
        prepared.console = (what, nth) =>
          ['hold', 'purchase'].includes(what) && nth === 1 ? { status: 0 } : null;
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS, 2);
      const [first, second] = task.trail
        .of('console', 'hold')
        .map(({ body }) => JSON.stringify((body as Hold).seats));
      must(first === second, 'the repeated hold names other seats');
      await expectCall(task, 'console', 'purchase', NEXT_STEP_MS, 2);
      must(task.trail.of('site', 'pay').length === 1, 'it paid again because a response was lost');
    },
  },
];
