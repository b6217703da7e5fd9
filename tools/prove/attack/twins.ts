import type { Fixtures } from './fixtures.ts';
import { send, sendOk } from './http.ts';
import type { Result } from './probe.ts';

const CREATED = 200;
const MOVED = 40;
const PATH = '/e/harbour-city';

/** One address in many spellings: each index has another. */
function spelled(host: string, path: string, index: number): string {
  const pick = (words: readonly string[], step: number) =>
    words[Math.floor(index / step) % words.length] ?? '';
  const letters = [...path].map((letter, at) =>
    letter !== '/' && (index + at) % 5 === 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
  return [
    pick(['https://', 'http://', 'HTTPS://'], 1),
    pick(['', 'www.', 'WWW.'], 3),
    pick([host, host.toUpperCase(), `${host}.`], 9),
    pick(['', '/.', '/x/..', '/'], 2),
    letters.join(''),
    pick(['', '/', '//'], 4),
    pick(['', '?', `?utm_source=${index}`, `?fbclid=${index}&utm_medium=x`], 5),
    pick(['', '#', `#${index}`], 7),
  ].join('');
}

/** Makes one event many times, and moves others to its address, by several people at once. */
export async function twinsOfEvents(fixtures: Fixtures): Promise<Result[]> {
  await fixtures.signIn();
  const { port } = fixtures;
  const site_id = (
    await fixtures.make('/api/sites', { name: 'Twins', url: 'https://twins.example', enabled: 1 })
  ).id;
  const people = await Promise.all(Array.from({ length: 5 }, () => fixtures.person()));
  const tokens = [fixtures.token, ...people.map(({ token }) => token)];
  const count = async (total: number, create: (index: number, token: string | undefined) => ReturnType<typeof send>) => {
    const calls = Array.from({ length: total }, (_, index) => create(index, tokens[index % tokens.length]));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const strange = statuses.find((status) => status !== 409 && (status === null || status >= 300));
    if (strange !== undefined) throw new Error(`An event's address answered ${strange}`);
    return statuses.filter((status) => status !== 409).length;
  }; // prettier-ignore
  const events: { id: number }[] = [];
  for (let index = 0; index < MOVED; index += 1)
    events.push(
      await sendOk<{ id: number }>(port, '/api/events', {
        method: 'POST',
        token: tokens[index % tokens.length],
        body: { site_id, name: 'Other', url: `https://twins.example/o/${index}` },
      }),
    );
  const made = await count(CREATED, (index, token) => {
    const address = spelled('twins.example', PATH, index);
    const named = index % 2 === 0 ? { url: address } : { event_url: address };
    return send(port, '/api/events', {
      method: 'POST',
      token,
      body: { site_id, name: 'Harbour City', ...named },
    });
  });
  const move = (path: string) =>
    count(MOVED, (index, token) =>
      send(port, `/api/events/${events[index]?.id}`, {
        method: 'PATCH',
        token,
        body: { url: spelled('twins.example', path, index) },
      }),
    );
  const [moved, raced] = [await move(PATH), await move('/e/northgate')];
  return [
    result('made in other spellings', CREATED, made, 1),
    result('moved to its address', MOVED, moved, 0),
    result('moved to one free address at once', MOVED, raced, 1),
  ];
}

const result = (what: string, tried: number, done: number, allowed: number): Result => ({
  attack: `twins of an event: ${what}`,
  tried: `${tried} at once by six people`,
  outcome: `${done} accepted, ${allowed} allowed`,
  passed: done === allowed,
});
