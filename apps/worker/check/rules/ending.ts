import type { KitTask } from '../kit-task.ts';
import { expectCall, must, NEXT_STEP_MS, NotTried, type Rule, waitForLease, waitForQueue } from '../rule.ts';

/** The last rules: shutdown, and checks over all calls. */
export const endingRules = (all: readonly KitTask[]): Rule[] => [
  {
    id: 'drain',
    title: 'SIGTERM: leases no more tasks, releases waiting ones, reports its holds and exits within 15 s',
    section: 'Ending',
    last: true,
    async checkRule({ offerTask, console: tessera, end }) {
      if (!end) throw new NotTried('only a worker started by the check (--start) can be ended');
      const waiting = offerTask('hold', (prepared) => (prepared.admitted = false));
      let availableAt = 0;
      const holding = offerTask('hold', (prepared) => {
        prepared.console = (what) =>
          what === 'hold' && performance.now() < availableAt ? { status: 503 } : null;
        availableAt = Infinity;
      });
      await waitForQueue(waiting);
      await waitForLease(holding);
      await expectCall(holding, 'console', 'hold', NEXT_STEP_MS);
      availableAt = performance.now() + 2_000;
      const endedAt = performance.now();
      await end();
      const took = performance.now() - endedAt;
      must(took < 15_500, `it took ${Math.round(took / 1000)} s to exit`);
      must(waiting.trail.of('console', 'release').length > 0, 'the waiting task was not released');
      must(
        holding.trail.of('console', 'hold').some(({ status }) => status === 200),
        'held seats were never reported',
      );
      const late = tessera.polls.filter(
        ({ at, body }) => at > endedAt + 300 && !body.draining && body.capacity > 0,
      );
      must(late.length === 0, 'it requested more tasks during the shutdown');
    },
  },
  {
    id: 'wire',
    title: 'Every call is well formed: bearer token, known fields, valid values',
    section: 'Ground rules of the wire',
    last: true,
    checkRule({ console: { faults } }) {
      must(faults.length === 0, faults.slice(0, 3).join('; ') + (faults.length > 3 ? ' …' : ''));
      return Promise.resolve();
    },
  },
  {
    id: 'secrets',
    title: "Sends a login's secrets only to the site, never to the console",
    section: 'What a worker may not do',
    last: true,
    checkRule() {
      for (const { trail, password, card } of all) {
        for (const { where, what, body } of trail.calls) {
          const reported = JSON.stringify(body ?? null);
          must(
            where === 'site' || !(reported.includes(password) || reported.includes(card)),
            `"${what}" carried a secret to the console`,
          );
        }
      }
      return Promise.resolve();
    },
  },
];
