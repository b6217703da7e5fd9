import type { Hold } from '../../src/protocol.ts';
import { expectCall, must, quietSince, type Rule, SOON_MS, taken, TOLD_MS, waits } from '../rule.ts';

/** A lease that is lost, and a console that is away. */
export const losingRules: Rule[] = [
  {
    id: 'lost-waiting',
    title: 'A lost lease is dropped at once: no more writes, neither at the console nor at the site',
    section: 'Ground rules of the wire',
    async run({ task }) {
      const mine = task('buy', (made) => (made.admitted = false));
      await waits(mine);
      mine.take();
      const heard = await mine.trail.until(
        () => mine.trail.of('console', 'heartbeat', 'report').some(({ status }) => status === 409),
        TOLD_MS,
      );
      must(heard, 'no heartbeat came to learn of the loss');
      const at = mine.trail.calls.find(({ status }) => status === 409)?.at ?? 0;
      mine.admitted = true;
      await quietSince(mine, at, 'after the lease was lost');
      must(mine.order === null, 'it held seats although its lease was lost');
    },
  },
  {
    id: 'lost-holding',
    title: 'A lease lost while the seats are told of: it is not paid',
    section: 'Ground rules of the wire',
    async run({ task }) {
      const mine = task('buy', (made) => {
        made.console = (what) => {
          if (what === 'hold') made.take();
          return null;
        };
      });
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS);
      await quietSince(mine, mine.trail.of('console', 'hold')[0]?.at ?? 0, 'after the lease was lost');
      must(mine.trail.of('site', 'pay').length === 0, 'it paid although its lease was lost');
    },
  },
  {
    id: 'repeat-5xx',
    title: 'A console that is away is asked again with the same words, and the seats are kept',
    section: 'Ground rules of the wire',
    async run({ task }) {
      const mine = task('hold', (made) => {
        made.console = (what, nth) =>
          what === 'hold' && nth <= 2 ? { status: 503, code: 'UNAVAILABLE' } : null;
      });
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS, 3);
      const bodies = mine.trail.of('console', 'hold').map(({ body }) => JSON.stringify(body));
      must(new Set(bodies).size === 1, 'the repeated hold was another than the first');
      must(mine.order?.status === 'held', 'the seats were given back meanwhile');
      must(mine.trail.of('site', 'hold').length === 1, 'it held seats anew because the console was away');
    },
  },
  {
    id: 'retry-after',
    title: "The console's Retry-After is respected",
    section: 'Ground rules of the wire',
    async run({ task }) {
      const mine = task('hold', (made) => {
        const busy = { status: 429, code: 'RATE_LIMIT', headers: { 'retry-after': '3' } };
        made.console = (what, nth) => (what === 'hold' && nth === 1 ? busy : null);
      });
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS, 2);
      const [first, second] = mine.trail.of('console', 'hold');
      const waited = (second?.at ?? 0) - (first?.at ?? 0);
      must(waited > 2_900, `it asked again after ${Math.round(waited)} ms, and was asked to wait 3 s`);
    },
  },
  {
    id: 'lost-answer',
    title:
      'Without an answer hold and purchase are repeated; the site is paid once, under the same order key',
    section: 'Ground rules of the wire',
    async run({ task }) {
      const mine = task('buy', (made) => {
        made.console = (what, nth) =>
          ['hold', 'purchase'].includes(what) && nth === 1 ? { status: 0 } : null;
      });
      await taken(mine);
      await expectCall(mine, 'console', 'hold', SOON_MS, 2);
      const [first, second] = mine.trail
        .of('console', 'hold')
        .map(({ body }) => JSON.stringify((body as Hold).seats));
      must(first === second, 'the repeated hold names other seats');
      await expectCall(mine, 'console', 'purchase', SOON_MS, 2);
      must(mine.trail.of('site', 'pay').length === 1, 'it paid again because an answer was lost');
    },
  },
];
