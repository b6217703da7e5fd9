import type { Fixtures, Person } from './fixtures.ts';
import { send } from './http.ts';
import type { Result } from './result.ts';
import { LOGIN_ATTEMPTS } from './sign-ins.ts';

const PEOPLE = 6;

interface Known extends Person {
  /** The cookie of the browser that they have signed in from. */
  cookie: string;
}

/** Guesses with cookies of browsers that the account doesn't know, from an address that has used up its guesses. */
export async function borrowedBrowsers(fixtures: Fixtures): Promise<Result[]> {
  const known = await Promise.all(
    Array.from({ length: PEOPLE }, async (): Promise<Known> => {
      const { id, email } = await fixtures.user();
      const body = { email, password: fixtures.password };
      const { cookie, text } = await send(fixtures.port, '/api/auth/login', { method: 'POST', body });
      if (!cookie) throw new Error(`The browser of ${email} isn't remembered`);
      return { id, email, cookie, token: (JSON.parse(text) as { token: string }).token };
    }),
  );
  const borrowed = await guessAtAll(fixtures, known, ({ id, cookie }) => {
    const own = `tessera_device_${id}`;
    const others = known.filter((other) => other.id !== id).map((other) => other.cookie);
    return [
      ...others,
      others.join('; '),
      ...others.map((other) => other.replace(/^[^=]*/, own)),
      cookie.replace(/\..*$/, '.x'),
      cookie.replace(/=.*$/, '='),
    ];
  });
  const own = await guessAtAll(fixtures, known, ({ cookie }) => [cookie]);
  if (own.checked !== PEOPLE) throw new Error('Known browsers have no guesses of their own');
  await fixtures.signIn();
  for (const { id } of known)
    await fixtures.make(`/api/users/${id}/password`, { password: 'another-lantern-by-the-sea' });
  const forgotten = await guessAtAll(fixtures, known, ({ cookie }) =>
    Array<string>(LOGIN_ATTEMPTS).fill(cookie),
  );
  return [
    result('cookies of others', borrowed),
    result('their own cookies after a new password', forgotten),
  ]; // prettier-ignore
}

const result = (what: string, { tried, checked }: { tried: number; checked: number }): Result => ({
  attack: `known browsers: ${what}`,
  tried: `${tried} guesses at ${PEOPLE} accounts`,
  outcome: `${checked} checked`,
  passed: checked === 0,
});

async function guessAtAll(
  fixtures: Fixtures,
  people: readonly Known[],
  cookiesFor: (person: Known) => readonly string[],
): Promise<{ tried: number; checked: number }> {
  let tried = 0;
  let checked = 0;
  for (const [index, person] of people.entries()) {
    const guess = async (cookie?: string) => {
      const body = { email: person.email, password: 'a wrong guess' };
      const call = { method: 'POST', body, from: `127.0.0.${110 + index}`, ...(cookie && { cookie }) };
      return (await send(fixtures.port, '/api/auth/login', call)).status === 401;
    };
    for (let attempt = 0; attempt <= LOGIN_ATTEMPTS; attempt += 1) await guess();
    for (const cookie of cookiesFor(person)) {
      tried += 1;
      if (await guess(cookie)) checked += 1;
    }
  }
  return { tried, checked };
}
