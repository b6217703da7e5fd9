import type { KitTask } from '../kit-task.ts';
import { expectCall, must, NotTried, type Rule, SOON_MS, taken, waits } from '../rule.ts';

/** The last rules: what all calls had in common, and the end of the worker. */
export const endingRules = (all: readonly KitTask[]): Rule[] => [
  {
    id: 'drain',
    title:
      'SIGTERM: it leases nothing more, releases what waits, tells of what it holds, and is out within 15 s',
    section: 'Ending',
    last: true,
    async run({ task, console: tessera, end }) {
      if (!end) throw new NotTried('the kit can end only a worker that it has started (--start)');
      const waiting = task('hold', (made) => (made.admitted = false));
      let back = 0;
      const holding = task('hold', (made) => {
        made.console = (what) => (what === 'hold' && performance.now() < back ? { status: 503 } : null);
        back = Infinity;
      });
      await waits(waiting);
      await taken(holding);
      await expectCall(holding, 'console', 'hold', SOON_MS);
      back = performance.now() + 2_000;
      const asked = performance.now();
      await end();
      const took = performance.now() - asked;
      must(took < 15_500, `it took ${Math.round(took / 1000)} s to end`);
      must(waiting.trail.of('console', 'release').length > 0, 'the task that waited was not released');
      must(
        holding.trail.of('console', 'hold').some(({ status }) => status === 200),
        'held seats were never told of',
      );
      const late = tessera.polls.filter(
        ({ at, body }) => at > asked + 300 && !body.draining && body.capacity > 0,
      );
      must(late.length === 0, 'it asked for more tasks while it ended');
    },
  },
  {
    id: 'wire',
    title: 'Every call is well formed: bearer token, known fields, right values',
    section: 'Ground rules of the wire',
    last: true,
    run: ({ console: { faults } }) =>
      Promise.resolve(
        must(faults.length === 0, faults.slice(0, 3).join('; ') + (faults.length > 3 ? ' …' : '')),
      ),
  },
  {
    id: 'secrets',
    title: "A login's secrets go to the site alone, never into what it tells the console",
    section: 'What a worker may not do',
    last: true,
    run() {
      for (const { trail, password, card } of all) {
        for (const { where, what, body } of trail.calls) {
          const told = JSON.stringify(body ?? null);
          must(
            where === 'site' || !(told.includes(password) || told.includes(card)),
            `"${what}" carried a secret to the console`,
          );
        }
      }
      return Promise.resolve();
    },
  },
];
