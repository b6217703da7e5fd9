import type { Failure } from '../../src/protocol.ts';
import { expectCall, must, type Rule, SOON_MS, taken } from '../rule.ts';

/** What a worker may do at sites, and with what the site says. */
export const siteRules: Rule[] = [
  {
    id: 'site-retry-after',
    title: "The site's Retry-After is passed on with fail",
    section: 'The other calls',
    async run({ task }) {
      const mine = task('hold', (made) => {
        const busy = {
          status: 429,
          code: 'BUSY',
          message: 'Come back later',
          headers: { 'retry-after': '45' },
        };
        made.site = (what) => (what === 'hold' ? busy : null);
      });
      await taken(mine);
      await expectCall(mine, 'console', 'fail', SOON_MS);
      const { retry_after_s } = mine.trail.of('console', 'fail')[0]?.body as Failure;
      must((retry_after_s ?? 0) >= 45, `it passed ${String(retry_after_s)} s on, the site asked for 45`);
    },
  },
  {
    id: 'hosts',
    title: 'It connects to no host that is not on its list, and says so with fail',
    section: 'What a worker may not do',
    async run({ task, stranger }) {
      const mine = task('buy', (made) => (made.lease.site = { ...made.lease.site, url: stranger.url }));
      await taken(mine);
      await mine.trail.until(() => mine.over || stranger.connections > 0, SOON_MS);
      must(stranger.connections === 0, 'it connected to a host that is not on its list');
      must(mine.trail.of('console', 'fail').length > 0, 'it did not fail the task');
    },
  },
  {
    id: 'redirects',
    title: 'Redirects are not followed',
    section: 'What a worker may not do',
    async run({ task, stranger }) {
      const mine = task('hold', (made) => {
        made.site = (what) =>
          what === 'find' ? { status: 302, headers: { location: `${stranger.url}/elsewhere` } } : null;
      });
      await taken(mine);
      await mine.trail.until(() => mine.over || stranger.connections > 0, SOON_MS);
      must(stranger.connections === 0, 'it followed a redirect to a host that is not on its list');
    },
  },
];
