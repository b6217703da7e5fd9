import type { Checked } from '../../src/protocol.ts';
import type { KitTask, Staged } from '../kit-task.ts';
import {
  expectCall,
  must,
  NEXT_STEP_MS,
  NotTried,
  pause,
  type Rule,
  type Stage,
  waitForLease,
} from '../rule.ts';

const section = 'Checking logins before an on-sale';

/** Offers a check of a login, once a lease call says that the worker makes checks; `signIn` stages what the site says. */
async function offerCheck({ console, offerTask }: Stage, signIn: Staged | null): Promise<KitTask> {
  for (const end = performance.now() + NEXT_STEP_MS; console.polls.length === 0 && performance.now() < end;)
    await pause(50);
  if (!console.polls.some(({ body }) => body.checks))
    throw new NotTried('no lease call says `checks`: it gets none');
  const check = offerTask('check', (prepared) => {
    prepared.site = (what) => (what === 'session' ? signIn : null);
  });
  await waitForLease(check);
  return check;
}

/** Waits until the worker has ended the check; throws Broken unless all it did was to sign in, once. */
async function expectSignInOnly(check: KitTask): Promise<void> {
  await check.trail.until(() => check.over, NEXT_STEP_MS);
  // What it does beside or after its report counts too.
  await pause(1_000);
  const tries = check.trail.of('site', 'session').length;
  must(tries === 1, `it signed in ${tries} times`);
  const allowed = ['checked', 'fail', 'release', 'heartbeat'];
  const more = check.trail.calls.find(({ where, what }) =>
    where === 'site' ? what !== 'session' : !allowed.includes(what),
  );
  must(more === undefined, `it did more than sign in: "${more?.what}" at the ${more?.where}`);
}

/** What the site says about a login, and what a worker reports then. */
const answers: readonly [Checked['result'], Staged | null][] = [
  ['active', null],
  ['wrong_password', { status: 401, code: 'SIGN_IN', message: 'E-mail or password is wrong' }],
  ['locked', { status: 403, code: 'LOCKED', message: 'This account is locked' }],
  [
    'code_needed',
    { status: 403, code: 'CODE_NEEDED', message: 'Enter the code that was sent to your phone' },
  ],
];

/** Checks of logins, which a worker need not support: it signs in and changes nothing. */
export const checkingRules: Rule[] = [
  {
    id: 'check',
    title: 'Signs in once for a check, holds and buys nothing, and reports what the site said',
    section,
    async checkRule(stage) {
      await Promise.all(
        answers.map(async ([result, signIn]) => {
          const check = await offerCheck(stage, signIn);
          await expectCall(check, 'console', 'checked', NEXT_STEP_MS);
          const { result: reported } = check.trail.of('console', 'checked')[0]?.body as Checked;
          must(reported === result, `it reported "${reported}" in place of "${result}"`);
          await expectSignInOnly(check);
        }),
      );
    },
  },
  {
    id: 'check-unclear',
    title: 'Fails a check when the site says nothing about the login',
    section,
    async checkRule(stage) {
      const check = await offerCheck(stage, { status: 503, message: 'The site is unavailable' });
      await expectCall(check, 'console', 'fail', NEXT_STEP_MS);
      must(check.trail.of('console', 'checked').length === 0, 'it reported a result');
      await expectSignInOnly(check);
    },
  },
];
