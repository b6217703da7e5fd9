import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../tools/start/ports';
import { type RehearsalDto, RehearsalSweeper } from '../../src/work';
import type { PayersDto } from '../../src/work/payers/payers.dto';
import { startApp, type TestApp } from '../app';
import { basket } from '../baskets';
import { defined } from '../defined';
import { event, realm, type Signed, site, user } from '../factories';
import { Floor } from '../scenarios/floor';
import { sweep, type Work } from '../work';

/** People of one pace in seconds per basket. */
interface Team {
  pace: number;
  people: number;
  tasks: number;
}

/** `npm run prove -- payers` runs all of them, with the spread that was proposed. */
const isWhole = process.env.PAYERS === 'full';
const TEAMS: readonly Team[] = isWhole
  ? [
      { pace: 3, people: 1, tasks: 20 },
      { pace: 4, people: 1, tasks: 20 },
      { pace: 6, people: 2, tasks: 20 },
    ]
  : [{ pace: 3, people: 1, tasks: 8 }];

/** A realm whose people pay at a pace, as they did before. */
interface Desk extends Team {
  mine: Pick<Work, 'app' | 'realmId' | 'siteId' | 'eventId' | 'guid'>;
  owner: Signed;
  payers: Signed[];
}

/** Rehearsals by the reference worker at the real sandbox, whose baskets last 20 s, paid by scripted people of several paces. */
describe('payers', () => {
  let app: TestApp;
  let floor: Floor;
  let isOver = false;
  let drive: Promise<void>;
  let desks: Desk[];

  beforeAll(async () => {
    const port = await freePort();
    const SANDBOX_URL = `http://127.0.0.1:${port}`;
    app = await startApp({ SANDBOX_URL });
    floor = new Floor(app);
    await floor.open({ port, slots: 100 });
    const siteId = await site(app, { url: SANDBOX_URL });
    drive = run();
    desks = await Promise.all(TEAMS.map((team) => openDesk(team, siteId)));
  }, 120_000);
  afterAll(async () => {
    isOver = true;
    try {
      await drive;
    } finally {
      await floor.close();
      await app.close();
    }
  });

  /** Sweeps as a server does by itself. */
  async function run(): Promise<void> {
    while (!isOver) {
      await sweep(app);
      await app.nest.get(RehearsalSweeper, { strict: false }).sweepEnded();
      await sleep(400);
    }
  }

  /** People who have paid three baskets each, from which their paces are learnt. */
  async function openDesk(team: Team, siteId: number): Promise<Desk> {
    const realmId = await realm(app);
    const eventId = await event(app, siteId);
    const { rows } = await app.db.query<{ guid: string }>('SELECT guid FROM events WHERE id = $1', [eventId]);
    const mine = { app, realmId, siteId, eventId, guid: defined(rows[0]).guid };
    const owner = await user(app, 'realm_owner', realmId);
    const payers: Signed[] = [];
    for (let count = 0; count < team.people; count += 1)
      payers.push(await user(app, 'realm_user', realmId, { duties: ['pay'] }));
    for (let count = 0; count < 3 * team.people; count += 1) await basket(mine as Work);
    const hasMore = () => Promise.resolve(false);
    await Promise.all(payers.map((payer) => pay(payer, team.pace, eventId, hasMore)));
    return { ...team, mine, owner, payers };
  }

  /** Claims the next basket, takes their time, and records it unless it has expired; until none is left and no more come. */
  async function pay(
    { token }: Signed,
    pace: number,
    eventId: number,
    hasMore: () => Promise<boolean>,
    headers: Record<string, string> = {},
  ): Promise<void> {
    /** Sends again what a busy server refuses, as the console does. */
    const call = async <T>(path: string, body: object) => {
      for (;;) {
        const answer = await app.http<T>('POST', `/api/pay-queue/${path}`, { token, body, headers });
        if (answer.status !== 503) return answer;
        await sleep(100);
      }
    };
    for (;;) {
      const { body } = await call<{ basket: { id: number; seats: { id: number }[] } | null }>('next', {
        event_id: eventId,
      });
      if (body.basket) {
        const { id, seats } = body.basket;
        await sleep(pace * 1000);
        const hold_ids = seats.map((seat) => seat.id);
        const paid = await call(`${id}/confirm`, { hold_ids, ticket_reference: `HB-${id}` });
        if (paid.status !== 200) await call(`${id}/release`, {});
      } else if (await hasMore()) await sleep(100);
      else return;
    }
  }

  /** A rehearsal of the desk's plan, with what reads and changes it from within. */
  async function rehearse({ mine, owner, tasks, pace, payers }: Desk, starts_in_s: number) {
    const started = await app.http<RehearsalDto>('POST', '/api/rehearsals', {
      token: owner.token,
      body: {
        event_id: mine.eventId,
        scenario: 'short_holds',
        seed: 7,
        worker_count: tasks,
        seats_per_worker: 2,
        starts_in_s,
      },
    });
    if (started.status !== 201) throw new Error(`POST /rehearsals returned ${started.status}`);
    const { id } = started.body;
    const headers = { 'X-Rehearsal': String(id) };
    const { rows } = await app.db.query<{ event_id: number; realm_id: number }>(
      'SELECT rehearsal_event_id AS event_id, rehearsal_realm_id AS realm_id FROM rehearsals WHERE id = $1',
      [id],
    );
    const { event_id, realm_id } = defined(rows[0]);
    for (const { token } of payers) {
      const { status } = await app.http('PUT', `/api/on-sale/${event_id}/payers/me`, { token, headers });
      expect(status).toBe(204);
    }
    const runs = async () =>
      (await app.db.query("SELECT FROM rehearsals WHERE id = $1 AND status = 'running'", [id])).rowCount ===
      1;
    return {
      forecast: async () =>
        (await app.http<PayersDto>('GET', `/api/on-sale/${event_id}/payers`, { token: owner.token, headers }))
          .body.forecast,
      spread: (jobId: number, launch_delay: number) =>
        app.http('PATCH', `/api/jobs/${jobId}`, { token: owner.token, headers, body: { launch_delay } }),
      /** Everybody pays until the rehearsal has ended. */
      paid: Promise.all(payers.map((payer) => pay(payer, pace, event_id, runs, headers))),
      /** How many baskets expired, and how many were paid. */
      count: async () => {
        const counted = await app.db.query<{ expired: number; paid: number }>(
          `SELECT (count(*) FILTER (WHERE expired))::int AS expired, (count(*) FILTER (WHERE NOT expired))::int AS paid
           FROM (SELECT task_id, created_at, bool_or(status = 'expired') AS expired FROM holds WHERE realm_id = $1
             GROUP BY task_id, created_at) baskets`,
          [realm_id],
        );
        return defined(counted.rows[0]);
      },
    };
  }

  /** What was predicted once the first baskets were there and nobody waited in line, and what happened. */
  async function predict(desk: Desk) {
    const sale = await rehearse(desk, 3);
    let seen = await sale.forecast();
    while (seen.held < 3 || seen.waiting > 0) {
      await sleep(100);
      seen = await sale.forecast();
    }
    // On a busy machine the first ones may have expired before nobody waited in line.
    const { expired } = await sale.count();
    await sale.paid;
    const { pace, people, tasks } = desk;
    return { pace, people, tasks, predicted: expired + seen.expire, ...(await sale.count()) };
  }

  it('pay as many baskets in time as was predicted', async () => {
    const results = await Promise.all(desks.map(predict));
    if (isWhole) console.log(JSON.stringify(results));
    for (const { predicted, expired } of results) {
      expect(expired).toBeGreaterThan(0);
      expect(Math.abs(predicted - expired)).toBeLessThanOrEqual(Math.max(2, 0.1 * expired));
    }
  }, 300_000);

  const whole = isWhole ? it : () => undefined;
  whole(
    'pay all baskets once the starts are spread as proposed',
    async () => {
      const results = await Promise.all(
        desks.map(async (desk) => {
          const sale = await rehearse(desk, 15);
          const before = await sale.forecast();
          const spread = defined(before.help.find(({ kind }) => kind === 'spread'));
          const seconds = defined(spread.seconds ?? undefined);
          expect((await sale.spread(defined(spread.job_id ?? undefined), seconds)).status).toBe(200);
          const after = await sale.forecast();
          await sale.paid;
          return {
            pace: desk.pace,
            before: before.expire,
            seconds,
            after: after.expire,
            ...(await sale.count()),
          };
        }),
      );
      console.log(JSON.stringify(results));
      for (const { before, after, expired } of results) {
        expect(before).toBeGreaterThan(0);
        expect([after, expired]).toEqual([0, 0]);
      }
    },
    300_000,
  );
});
