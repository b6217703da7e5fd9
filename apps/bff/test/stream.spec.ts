import { startApp, type TestApp } from './app';
import { admin, event, login, realm, type Signed, site, task, user } from './factories';
import { openStream, type Stream, type StreamEvent } from './stream';

type Data = {
  topic?: string;
  id?: number;
  change?: string;
  row?: { id: number; name?: string; realm_id?: number };
};

let app: TestApp;
let places: { realmId: number; owner: Signed; add: (name: string) => Promise<number> }[];
const open: Stream[] = [];

beforeAll(async () => {
  app = await startApp();
  const siteId = await site(app);
  const eventId = await event(app, siteId);
  places = await Promise.all(
    [0, 1].map(async () => {
      const realmId = await realm(app);
      const loginId = await login(app, realmId, siteId);
      const owner = await user(app, 'realm_owner', realmId);
      return {
        realmId,
        owner,
        add: (name: string) => task(app, realmId, siteId, eventId, loginId, { name }),
      };
    }),
  );
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => app.close());

/** An open stream after its `ready` event. */
async function listen(token: string, lastEventId?: string): Promise<Stream> {
  const stream = await openStream(app, token, lastEventId);
  open.push(stream);
  if (lastEventId === undefined) await stream.next(({ event: name }) => name === 'ready');
  return stream;
}

const about = (id: number, change?: string) => (found: StreamEvent) => {
  const data = found.data as Data;
  return data.topic === 'tasks' && data.id === id && (!change || data.change === change);
};
const ids = (stream: Stream) =>
  stream.seen.flatMap(({ data }) => ((data as Data).topic === 'tasks' ? [(data as Data).id] : []));

it('needs a session', async () => {
  expect((await app.http('GET', '/api/stream')).status).toBe(401);
});

it('ends at once for a HEAD request', async () => {
  const response = await fetch(`${app.url}/api/stream`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${places[0]!.owner.token}` },
    signal: AbortSignal.timeout(5000),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(await response.text()).toBe('');
});

it('sends inserted, updated and deleted rows', async () => {
  const [{ owner, add }] = places as [(typeof places)[0]];
  const stream = await listen(owner.token);
  const id = await add('Streamed');
  expect((await stream.next(about(id, 'insert'))).data).toMatchObject({
    row: { id, name: 'Streamed', status: 'idle' },
  });
  await app.db.query(`UPDATE tasks SET name = 'Renamed' WHERE id = $1`, [id]);
  expect((await stream.next(about(id, 'update'))).data).toMatchObject({ row: { name: 'Renamed' } });
  await app.db.query('UPDATE tasks SET deleted_at = now() WHERE id = $1', [id]);
  expect((await stream.next(about(id, 'delete'))).data).not.toHaveProperty('row');
});

it("sends a realm's changes only to that realm and to administrators", async () => {
  const [one, other] = places as [(typeof places)[0], (typeof places)[0]];
  const waiting = await user(app, 'realm_user', null);
  const streams = {
    one: await listen(one.owner.token),
    other: await listen(other.owner.token),
    admin: await listen((await admin(app)).token),
    nobody: await listen(waiting.token),
  };
  const ofOne = await one.add('Of one');
  const ofOther = await other.add('Of the other');
  await Promise.all([
    streams.one.next(about(ofOne)),
    streams.other.next(about(ofOther)),
    streams.admin.next(about(ofOne)),
    streams.admin.next(about(ofOther)),
  ]);
  expect(ids(streams.one)).toEqual([ofOne]);
  expect(ids(streams.other)).toEqual([ofOther]);
  expect(ids(streams.nobody)).toEqual([]);
});

it('continues where a stream was interrupted', async () => {
  const [{ owner, add }] = places as [(typeof places)[0]];
  const first = await listen(owner.token);
  const before = await add('Before');
  const last = await first.next(about(before));
  first.close();
  const keeper = await listen(owner.token);
  const missed = await add('Missed');
  await keeper.next(about(missed));
  const resumed = await listen(owner.token, last.id ?? '');
  await resumed.next(about(missed));
  expect(ids(resumed)).toEqual([missed]);
});

it('sends a resync when missed changes are unknown: from another process, or without a listener', async () => {
  const [{ owner, add }] = places as [(typeof places)[0]];
  const elsewhere = await listen(owner.token, 'anotherprocess-12');
  await elsewhere.next(({ event: name }) => name === 'resync');
  const last = await listen(owner.token);
  const id = last.seen.at(-1)?.id ?? '';
  for (const stream of open.splice(0)) stream.close();
  await Promise.all([elsewhere.ended, last.ended]);
  await add('Unheard');
  // Once a stream of another realm has its own later change, the earlier one has been processed.
  const [, other] = places as [(typeof places)[0], (typeof places)[0]];
  const marker = await listen(other.owner.token);
  await marker.next(about(await other.add('Marker')));
  const late = await listen(owner.token, id);
  await late.next(({ event: name }) => name === 'resync');
});

describe('ends', () => {
  it('on sign-out', async () => {
    const signed = await user(app, 'realm_user', null);
    const stream = await listen(signed.token);
    await app.http('POST', '/api/auth/logout', { token: signed.token });
    await stream.ended;
  });

  it('when its user is disabled', async () => {
    const signed = await user(app, 'realm_user', null);
    const stream = await listen(signed.token);
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [signed.id]);
    await stream.ended;
  });

  it('when its user moves to another realm', async () => {
    const signed = await user(app, 'realm_user', null);
    const stream = await listen(signed.token);
    await app.db.query('UPDATE users SET realm_id = $2 WHERE id = $1', [signed.id, places[0]?.realmId]);
    await stream.ended;
  });
});
