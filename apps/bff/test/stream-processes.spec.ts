import fc from 'fast-check';
import { startApp, startBeside, type TestApp } from './app';
import { event, login, realm, site, task, user } from './factories';
import { openStream, type Stream, type StreamEvent } from './stream';

type Row = { id: number; name: string };
type Data = { topic?: string; id: number; change?: string; row?: Row };

/** Two processes of the server on one database, as in production behind a balancer. */
describe('the live stream through two processes', () => {
  let one: TestApp;
  let other: TestApp;
  let siteId: number;
  let eventId: number;
  const open: Stream[] = [];

  beforeAll(async () => {
    one = await startApp();
    other = await startBeside(one);
    siteId = await site(one);
    eventId = await event(one, siteId);
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  const listen = async (app: TestApp, token: string, lastEventId?: string) => {
    const stream = await openStream(app, token, lastEventId);
    open.push(stream);
    return stream;
  };
  const place = async () => {
    const realmId = await realm(one);
    const loginId = await login(one, realmId, siteId);
    const { token } = await user(one, 'realm_owner', realmId);
    const add = (name: string) => task(one, realmId, siteId, eventId, loginId, { name });
    return { realmId, token, add };
  };
  const about = (id: number) => (found: StreamEvent) => {
    const data = found.data as Data;
    return data.topic === 'tasks' && data.id === id;
  };

  it('sends a change made in one process to clients of both', async () => {
    const { token, add } = await place();
    const streams = [await listen(one, token), await listen(other, token)];
    for (const stream of streams) await stream.next(({ event: name }) => name === 'ready');
    const id = await add('Made by nobody in particular');
    await Promise.all(streams.map((stream) => stream.next(about(id))));
    for (const app of [one, other]) {
      const name = `Renamed through ${app === one ? 'one' : 'the other'}`;
      expect((await app.http('PATCH', `/api/tasks/${id}`, { token, body: { name } })).status).toBe(200);
      const renamed = ({ data }: StreamEvent) => (data as Data).row?.name === name;
      await Promise.all(streams.map((stream) => stream.next(renamed)));
    }
  });

  it('sends a resync to a client that comes from the other process', async () => {
    const { token, add } = await place();
    const first = await listen(one, token);
    await first.next(({ event: name }) => name === 'ready');
    const { id } = await first.next(about(await add('Seen')));
    first.close();
    const moved = await listen(other, token, id ?? '');
    await moved.next(({ event: name }) => name === 'resync');
    await moved.next(about(await add('Seen after that')));
  });

  it('ends the streams of both processes when the session ends', async () => {
    const { token } = await place();
    const streams = [await listen(one, token), await listen(other, token)];
    await one.http('POST', '/api/auth/logout', { token });
    await Promise.all(streams.map(({ ended }) => ended));
  });

  it('counts a loss of the listening connection, and sends a resync to all clients', async () => {
    const { token, add } = await place();
    const stream = await listen(one, token);
    await stream.next(({ event: name }) => name === 'ready');
    await one.db.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera-listener' AND datname = current_database()",
    );
    await stream.next(({ event: name }) => name === 'resync');
    await stream.next(about(await add('After the loss')));
    expect((await one.http<string>('GET', '/metrics')).body).toMatch(/^tessera_listener_losses_total [1-9]/m);
  });

  it('sends a change once to each client, and the rows of a burst together', async () => {
    const { token, add } = await place();
    const streams = await Promise.all(
      Array.from({ length: 60 }, (_, index) => listen(index % 2 ? one : other, token)),
    );
    await Promise.all(streams.map((stream) => stream.next(({ event: name }) => name === 'ready')));
    const id = await add('Watched');
    await Promise.all(streams.map((stream) => stream.next(about(id))));
    for (let round = 1; round <= 30; round += 1) {
      await one.db.query('UPDATE tasks SET name = $2 WHERE id = $1', [id, `Round ${round}`]);
    }
    const last = ({ data }: StreamEvent) => (data as Data).row?.name === 'Round 30';
    await Promise.all(streams.map((stream) => stream.next(last)));
    for (const { seen } of streams) {
      const names = seen.flatMap(({ data }) =>
        (data as Data).topic === 'tasks' ? [(data as Data).row?.name] : [],
      );
      // In order, each at most once; changes that later ones replace may be left out.
      expect(names.length).toBeLessThanOrEqual(31);
      const rounds = names.slice(1).map((name) => Number(name?.slice('Round '.length)));
      expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
    }
  });

  it('leaves a client with the current rows, however often it reconnects', async () => {
    const act = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const) }) },
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('rename' as const), which: fc.nat() }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('reconnect' as const), elsewhere: fc.boolean() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 120 }) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
        const { token, add } = await place();
        const client = new Client(token, listen);
        await client.connect(one);
        const ids: number[] = [];
        for (const [at, step] of acts.entries()) {
          const id = 'which' in step ? ids[step.which % Math.max(1, ids.length)] : undefined;
          if (step.kind === 'add') ids.push(await add(`Task ${at}`));
          if (step.kind === 'rename' && id)
            await one.db.query('UPDATE tasks SET name = $2 WHERE id = $1', [id, `Task ${at}`]);
          if (step.kind === 'delete' && id)
            await one.db.query('UPDATE tasks SET deleted_at = now() WHERE id = $1', [id]);
          if (step.kind === 'reconnect') await client.connect(step.elsewhere ? other : one);
          if (step.kind === 'wait') await new Promise((done) => setTimeout(done, step.ms));
        }
        await client.settles(add);
      }),
      { numRuns: 12 },
    );
  });

  /** Caches rows as the browser does: patches them by the stream and refetches them after a resync. */
  class Client {
    private rows = new Map<number, string>();
    private app: TestApp = one;
    private stream: Stream | null = null;
    private done = 0;
    private lastId: string | undefined;

    constructor(
      private readonly token: string,
      private readonly opens: typeof listen,
    ) {}

    async connect(app: TestApp): Promise<void> {
      await this.catchUp();
      this.stream?.close();
      this.app = app;
      this.stream = await this.opens(app, this.token, this.lastId);
      this.done = 0;
    }

    /** Adds a last row and waits for its frame, which comes after all earlier ones. */
    async settles(add: (name: string) => Promise<number>): Promise<void> {
      const id = await add('Last');
      await this.stream?.next(about(id));
      await this.catchUp();
      expect(this.rows).toEqual(await this.read());
    }

    private async catchUp(): Promise<void> {
      for (const seen = this.stream?.seen ?? []; this.done < seen.length; this.done += 1) {
        const { event: name, id, data } = seen[this.done]!;
        this.lastId = id ?? this.lastId;
        if (name !== 'message') this.rows = await this.read();
        const { topic, id: taskId, row } = data as Data;
        if (topic !== 'tasks') continue;
        if (row) this.rows.set(taskId, row.name);
        else this.rows.delete(taskId);
      }
    }

    private async read(): Promise<Map<number, string>> {
      const { body } = await this.app.http<Row[]>('GET', '/api/tasks?page_size=200', { token: this.token });
      return new Map(body.map(({ id, name }) => [id, name]));
    }
  }
});
