import { type Answer, type Call, send } from './http.ts';
import type { Result } from './report.ts';
import { each, type World } from './world.ts';

/** Failures that are checked per account and address, as the server is started. */
export const LOGIN_ATTEMPTS = 10;
const AT_ONCE = 200;
const SPRAYED = 300;
const ACCOUNTS = 10;

const signIn = (world: World, email: string, password: string, call: Call = {}): Promise<Answer> =>
  send(world.port, '/api/auth/login', { method: 'POST', body: { email, password }, ...call });

const isChecked = ({ status }: Answer) => status === 401;

/** 200 guesses at one account at the same instant. */
export async function racingGuesses(world: World): Promise<Result> {
  const { email } = await world.user();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      signIn(world, email, `a wrong guess ${n}`, { from: '127.0.0.70' }),
    ),
  );
  const checked = answers.filter(isChecked).length;
  return {
    attack: 'racing guesses',
    tried: `${AT_ONCE} at once at one account`,
    outcome: `${checked} checked, ${LOGIN_ATTEMPTS} allowed`,
    kept: checked === LOGIN_ATTEMPTS,
  };
}

/** One guess at each of many accounts from one address. */
export async function spraying(world: World): Promise<Result> {
  let checked = 0;
  await each(Array.from({ length: SPRAYED }, (_, n) => n), async (n) => {
    const answer = await signIn(world, `person-${n}@quayside.example`, 'a common password', { from: '127.0.0.71' });
    if (isChecked(answer)) checked += 1;
  }); // prettier-ignore
  return {
    attack: 'spraying',
    tried: `one guess at each of ${SPRAYED} accounts from one address`,
    outcome: `${checked} checked`,
    kept: checked < SPRAYED,
  };
}

/** Strangers fail at accounts from ten addresses; the people sign in from the browser that they always have. */
export async function strangersLockOut(world: World): Promise<Result> {
  let locked = 0;
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { email } = await world.user();
    const { cookie } = await signIn(world, email, world.password, { from: '127.0.0.80' });
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, guess) =>
        signIn(world, email, 'a wrong guess', { from: `127.0.0.${81 + (guess % 10)}` }),
      ),
    );
    const call = { from: '127.0.0.91', ...(cookie && { cookie }) };
    let answer = await signIn(world, email, world.password, call);
    // Slowed down is not locked out.
    for (let again = 0; again < 3 && answer.status === 429; again += 1) answer = await signIn(world, email, world.password, call);
    if (answer.status !== 200) locked += 1;
  } // prettier-ignore
  return {
    attack: 'locking others out',
    tried: `${AT_ONCE} failures of strangers at each of ${ACCOUNTS} accounts`,
    outcome: `${locked} locked for their known device`,
    kept: locked === 0,
  };
}
