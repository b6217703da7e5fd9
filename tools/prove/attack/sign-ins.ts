import { type Fixtures, forEachConcurrently } from './fixtures.ts';
import { type Call, type HttpResponse, send } from './http.ts';
import type { Result } from './probe.ts';

/** Failures that are checked per account and address, as the server is started. */
export const LOGIN_ATTEMPTS = 10;
const AT_ONCE = 200;
const SPRAYED = 300;
const ACCOUNTS = 10;

const signIn = (
  fixtures: Fixtures,
  email: string,
  password: string,
  call: Call = {},
): Promise<HttpResponse> =>
  send(fixtures.port, '/api/auth/login', { method: 'POST', body: { email, password }, ...call });

const isChecked = ({ status }: HttpResponse) => status === 401;

/** Sends 200 concurrent guesses at one account. */
export async function racingGuesses(fixtures: Fixtures): Promise<Result> {
  const { email } = await fixtures.user();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      signIn(fixtures, email, `a wrong guess ${n}`, { from: '127.0.0.70' }),
    ),
  );
  const checked = answers.filter(isChecked).length;
  return {
    attack: 'racing guesses',
    tried: `${AT_ONCE} at once at one account`,
    outcome: `${checked} checked, ${LOGIN_ATTEMPTS} allowed`,
    passed: checked === LOGIN_ATTEMPTS,
  };
}

/** Sends one guess at each of many accounts from one address. */
export async function spraying(fixtures: Fixtures): Promise<Result> {
  let checked = 0;
  await forEachConcurrently(Array.from({ length: SPRAYED }, (_, n) => n), async (n) => {
    const answer = await signIn(fixtures, `person-${n}@quayside.example`, 'a common password', { from: '127.0.0.71' });
    if (isChecked(answer)) checked += 1;
  }); // prettier-ignore
  return {
    attack: 'spraying',
    tried: `one guess at each of ${SPRAYED} accounts from one address`,
    outcome: `${checked} checked`,
    passed: checked < SPRAYED,
  };
}

/** Guesses at accounts from ten addresses; their users must still be able to sign in from a known browser. */
export async function strangersLockOut(fixtures: Fixtures): Promise<Result> {
  let locked = 0;
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { email } = await fixtures.user();
    const { cookie } = await signIn(fixtures, email, fixtures.password, { from: '127.0.0.80' });
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, guess) =>
        signIn(fixtures, email, 'a wrong guess', { from: `127.0.0.${81 + (guess % 10)}` }),
      ),
    );
    const call = { from: '127.0.0.91', ...(cookie && { cookie }) };
    let answer = await signIn(fixtures, email, fixtures.password, call);
    // A throttled user is not locked out.
    for (let again = 0; again < 3 && answer.status === 429; again += 1) answer = await signIn(fixtures, email, fixtures.password, call);
    if (answer.status !== 200) locked += 1;
  } // prettier-ignore
  return {
    attack: 'locking others out',
    tried: `${AT_ONCE} failures of strangers at each of ${ACCOUNTS} accounts`,
    outcome: `${locked} locked for their known device`,
    passed: locked === 0,
  };
}
