import type { Failure } from '../../src/protocol.ts';
import { expectCall, must, NEXT_STEP_MS, type Rule, waitForLease } from '../rule.ts';

/** What a worker may do at sites, and how it handles their responses. */
export const siteRules: Rule[] = [
  {
    id: 'site-retry-after',
    title: "Passes on the site's Retry-After with fail",
    section: 'The other calls',
    async checkRule({ offerTask }) {
      const task = offerTask('hold', (prepared) => {
        const busy = {
          status: 429,
          code: 'BUSY',
          message: 'Come back later',
          headers: { 'retry-after': '45' },
        };
        prepared.site = (what) => (what === 'hold' ? busy : null);
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'fail', NEXT_STEP_MS);
      const { retry_after_s } = task.trail.of('console', 'fail')[0]?.body as Failure;
      must((retry_after_s ?? 0) >= 45, `it passed on ${String(retry_after_s)} s instead of the site's 45 s`);
    },
  },
  {
    id: 'hosts',
    title: 'Connects only to hosts on its list and fails the task otherwise',
    section: 'What a worker may not do',
    async checkRule({ offerTask, stranger }) {
      const task = offerTask(
        'buy',
        (prepared) => (prepared.lease.site = { ...prepared.lease.site, url: stranger.url }),
      );
      await waitForLease(task);
      await task.trail.until(() => task.over || stranger.connections > 0, NEXT_STEP_MS);
      must(stranger.connections === 0, 'it connected to a host that is not on its list');
      must(task.trail.of('console', 'fail').length > 0, 'it did not fail the task');
    },
  },
  {
    id: 'redirects',
    title: 'Does not follow redirects',
    section: 'What a worker may not do',
    async checkRule({ offerTask, stranger }) {
      const task = offerTask('hold', (prepared) => {
        prepared.site = (what) =>
          what === 'find' ? { status: 302, headers: { location: `${stranger.url}/elsewhere` } } : null;
      });
      await waitForLease(task);
      await task.trail.until(() => task.over || stranger.connections > 0, NEXT_STEP_MS);
      must(stranger.connections === 0, 'it followed a redirect to a host that is not on its list');
    },
  },
];
