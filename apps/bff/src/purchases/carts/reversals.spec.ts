import { startApp, type TestApp } from '../../../test/app';
import { job, user } from '../../../test/factories';
import {
  getTask,
  holdSeats,
  leaseOne,
  makeBuyer,
  newTask,
  newTasks,
  under,
  until,
  type Work,
  work,
} from '../../../test/work';
import type { LedgerLine } from '../ledger/ledger.dto';
import type { TicketDto } from '../tickets/tickets.dto';
import type { CartedTicketDto, ConfirmAnswer, ReversalAnswer } from './carts.dto';
import type { ConflictFacts } from './seat-conflicts';

type Failure = {
  code: string;
  reason?: string;
  details?: { field: string; code: string }[];
  context?: ConflictFacts & { failed?: { id: number; code: string }[] };
};

describe('records of purchases', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const post = <T>(token: string, path: string, body: object) =>
    app.http<T>('POST', `/api${path}`, { token, body });
  const get = async <T>(token: string, path: string) =>
    (await app.http<T>('GET', `/api${path}`, { token })).body;
  const carted = async (from: Work, numbers: number[], fields: Record<string, unknown> = {}) => {
    const { id } = await newTask(from, fields);
    return { id, holds: await holdSeats(from, (await leaseOne(from)).lease_id, numbers) };
  };
  const confirm = async (from: Work, ticket_ids: number[], more: object = {}) =>
    (await post<ConfirmAnswer>(from.owner, '/carted-tickets/confirm', { ticket_ids, ...more })).body
      .confirmed;
  const reverse = <T = ReversalAnswer>(token: string, ticket_ids: number[], more: object = {}) =>
    post<T>(token, '/purchases/reverse', { ticket_ids, ...more });
  const ledger = (from: Work) => get<LedgerLine[]>(from.owner, '/ledger');
  const cart = (from: Work) =>
    get<CartedTicketDto[]>(from.owner, '/carted-tickets?expired=true&sort=created_at');
  const age = (ids: number[], minutes: number) =>
    app.db.query('UPDATE tickets SET created_at = now() - make_interval(mins => $2) WHERE id = ANY ($1)', [
      ids,
      minutes,
    ]);
  const expireHolds = (ids: number[]) =>
    app.db.query("UPDATE holds SET expires_at = now() - interval '1 minute' WHERE id = ANY ($1)", [ids]);
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  it('are reversed: seats are held again, the task is carted, and the ledger keeps the record', async () => {
    const mine = await work(app);
    const { id, holds } = await carted(mine, [1, 2]);
    const tickets = await confirm(mine, holds);
    expect((await getTask(mine, id)).status).toBe('bought');
    const response = await reverse(mine.owner, idsOf(tickets));
    expect([response.status, response.body]).toEqual([200, { reversed: idsOf(tickets), held: holds }]);
    expect((await getTask(mine, id)).status).toBe('carted');
    expect((await cart(mine)).map(({ id: hold, status }) => [hold, status])).toEqual(
      holds.map((hold) => [hold, 'held']),
    );
    expect(await get(mine.owner, '/tickets')).toEqual([]);
    expect(
      (await app.http('POST', `/api/tickets/${tickets[0]!.id}/restore`, { token: mine.owner })).status,
    ).toBe(404);
    const [line] = await ledger(mine);
    expect(line).toMatchObject({
      deleted: false,
      reversed_at: expect.any(String) as string,
      reversed_by: expect.stringContaining('realm_owner') as string,
      reversal_reason: null,
    });
    expect(await get<LedgerLine[]>(mine.owner, '/ledger?reversed=false')).toEqual([]);
    const { rows } = await app.db.query<{ action: string }>(
      "SELECT action FROM audit WHERE entity = 'ticket' AND entity_id = $1 ORDER BY id",
      [String(tickets[0]!.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['ticket.purchase', 'ticket.reverse']);
    // What was really paid afterwards is recorded as before, and repeating the reversal changes nothing.
    expect(await confirm(mine, holds)).toHaveLength(2);
    expect((await reverse(mine.owner, idsOf(tickets))).body).toEqual({ reversed: idsOf(tickets), held: [] });
    expect((await getTask(mine, id)).status).toBe('bought');
  });

  it('need a reason when they are somebody else’s or older than 15 minutes', async () => {
    const mine = await work(app);
    const { holds } = await carted(mine, [1, 2]);
    const [first, second] = idsOf(await confirm(mine, holds)) as [number, number];
    const other = (await user(app, 'realm_owner', mine.realmId)).token;
    await age([second], 16);
    for (const [token, id] of [
      [other, first],
      [mine.owner, second],
    ] as const) {
      const rejected = await reverse<Failure>(token, [id]);
      expect([rejected.status, rejected.body.details?.map(({ field, code }) => [field, code])]).toEqual([
        400,
        [['reason', 'REQUIRED']],
      ]);
    }
    expect((await reverse(other, [first, second], { reason: 'The card was declined' })).status).toBe(200);
    expect((await ledger(mine)).map(({ reversal_reason }) => reversal_reason)).toEqual(
      Array(2).fill('The card was declined'),
    );
  });

  it('are reversed, all or none, by people who may write in their realm', async () => {
    const [mine, other] = [await work(app), await work(app)];
    const [ticket] = idsOf(await confirm(mine, (await carted(mine, [1])).holds)) as [number];
    const [theirs] = idsOf(await confirm(other, (await carted(other, [1])).holds)) as [number];
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect((await reverse(reader, [ticket])).status).toBe(403);
    expect((await reverse(mine.owner, [ticket, theirs])).status).toBe(404);
    expect((await get<TicketDto[]>(mine.owner, '/tickets')).map(({ id }) => id)).toEqual([ticket]);
  });

  it('give back what they ended: the tasks of the login, the seats of the job and the customer’s limit', async () => {
    const mine = await work(app, { eventFields: { max_per_customer: 2 } });
    const jobId = await job(app, mine.realmId, mine.siteId, mine.eventId);
    const owner = await carted(mine, [1, 2]);
    for (const [table, column] of [
      ['tasks', 'id'],
      ['holds', 'task_id'],
    ])
      await app.db.query(`UPDATE ${table} SET job_id = $1 WHERE ${column} = $2`, [jobId, owner.id]);
    const [queued, marked] = await newTasks(mine, [{}, {}]);
    const tickets = await confirm(mine, owner.holds);
    const seatsWon = async () => (await get<{ seats_won: number }>(mine.owner, `/jobs/${jobId}`)).seats_won;
    expect(await seatsWon()).toBe(2);
    expect((await getTask(mine, queued!.id)).status).toBe('bought');
    await app.db.query('UPDATE tasks SET status_reason = NULL WHERE id = $1', [marked!.id]);
    await expireHolds(owner.holds);
    await reverse(mine.owner, idsOf(tickets));
    expect(await seatsWon()).toBe(0);
    expect((await getTask(mine, owner.id)).status).toBe('stopped');
    expect((await getTask(mine, queued!.id)).status).toBe('stopped');
    // A task that a person marked as bought stays so.
    expect((await getTask(mine, marked!.id)).status).toBe('bought');
    expect((await getTask(mine, owner.id)).status_reason?.code).toBe('RECORD_REVERSED_BY');
    const again = await carted(mine, [3, 4]);
    expect(await confirm(mine, again.holds)).toMatchObject([{ over_limit: false }, { over_limit: false }]);
  });

  it('leave a task bought that has other purchased seats, and stop a worker from paying once more', async () => {
    const mine = await work(app, { logins: 2 });
    const { id, holds } = await carted(mine, [1, 2]);
    const tickets = await confirm(mine, holds);
    await expireHolds(holds);
    await reverse(mine.owner, [tickets[0]!.id]);
    expect((await getTask(mine, id)).status).toBe('bought');
    const buyer = await newTask(mine, { login_id: mine.logins[1] });
    await makeBuyer(mine, buyer.id);
    const { lease_id } = await leaseOne(mine);
    const [hold_id] = await holdSeats(mine, lease_id, [5]);
    const { body } = await under<{ tickets: TicketDto[] }>(mine, lease_id, 'purchase', {
      tickets: [{ hold_id }],
    });
    expect(
      (await reverse(mine.owner, idsOf(body.tickets), { reason: 'The site has no such order' })).status,
    ).toBe(200);
    expect((await getTask(mine, buyer.id)).status).toBe('stopped');
    expect((await cart(mine)).some(({ id: hold }) => hold === hold_id)).toBe(true);
  });

  it('stop a task instead of carting it when the realm has no free slot; its seats stay in the cart', async () => {
    const mine = await work(app, { max_tasks: 1 });
    const { id, holds } = await carted(mine, [1]);
    const tickets = await confirm(mine, holds);
    await newTask(mine, { start: false });
    expect((await reverse(mine.owner, idsOf(tickets))).body.held).toEqual(holds);
    expect((await getTask(mine, id)).status).toBe('stopped');
    expect(await confirm(mine, holds)).toHaveLength(1);
  });

  describe('of seats that were really paid under another hold', () => {
    /** A false record of a seat, and a second login that holds the seat now. */
    const contradiction = async (from?: Work) => {
      const mine = from ?? (await work(app, { logins: 2 }));
      const first = await carted(mine, [1]);
      const [record] = await confirm(mine, first.holds, { ticket_reference: 'FALSE-1' });
      await expireHolds(first.holds);
      const second = await carted(mine, [1], { login_id: mine.logins[1] });
      return { mine, record: record!, first, second };
    };
    const doors: [
      string,
      (c: Awaited<ReturnType<typeof contradiction>>, more: object) => [string, object],
    ][] = [
      [
        'POST /carted-tickets/confirm',
        ({ second }, more) => ['/carted-tickets/confirm', { ticket_ids: second.holds, ...more }],
      ],
      [
        'POST /purchases',
        ({ mine }, more) => [
          '/purchases',
          { loginId: mine.logins[1], siteId: mine.siteId, eventGuid: mine.guid, ...more },
        ],
      ],
      [
        'POST /pay-queue/{id}/confirm',
        ({ second }, more) => [
          `/pay-queue/${second.id}/confirm`,
          { hold_ids: second.holds, ticket_reference: 'HB-2', ...more },
        ],
      ],
    ];

    it.each(doors)('are replaced by %s after a question that names them', async (_, call) => {
      const found = await contradiction();
      const { mine, record, first, second } = found;
      await post(mine.owner, `/pay-queue/${second.id}/claim`, {});
      const asked = await post<Failure>(mine.owner, ...call(found, {}));
      expect([asked.status, asked.body.reason]).toEqual([409, 'SEATS_TAKEN']);
      expect(asked.body.context).toMatchObject({
        records: [{ id: record.id, hold_id: second.holds[0], seat: '1', ticket_reference: 'FALSE-1' }],
        held: [],
        other_realms: 0,
        failed: [{ id: second.holds[0], code: 'RECORDED_BEFORE' }],
      });
      expect((await getTask(mine, second.id)).status).toBe('carted');
      expect((await post(mine.owner, ...call(found, { replace: true }))).status).toBe(200);
      const [after, before] = await ledger(mine);
      expect(after).toMatchObject({ login_id: mine.logins[1], reversed_at: null });
      expect(before).toMatchObject({
        id: record.id,
        reversed_at: expect.any(String) as string,
        replaced_by: after!.id,
      });
      expect((await get<TicketDto[]>(mine.owner, '/tickets')).map(({ id }) => id)).toEqual([after!.id]);
      expect((await getTask(mine, first.id)).status).toBe('stopped');
      expect((await getTask(mine, second.id)).status).toBe('bought');
    });

    it('are replaced although their own hold has not expired, and it isn’t held beside the seat that was paid', async () => {
      const mine = await work(app, { logins: 2 });
      const first = await carted(mine, [1, 2]);
      await confirm(mine, first.holds);
      const second = await carted(mine, [1], { login_id: mine.logins[1] });
      expect(await confirm(mine, second.holds, { replace: true })).toHaveLength(1);
      expect((await cart(mine)).filter(({ status }) => status === 'held')).toEqual([]);
      expect((await getTask(mine, first.id)).status).toBe('bought');
    });

    it('are replaced by a worker that paid', async () => {
      const { mine, record, second } = await contradiction();
      await app.http('DELETE', `/api/carted-tickets/${second.holds[0]}`, { token: mine.owner });
      const buyer = await newTask(mine, { login_id: mine.logins[1] });
      await makeBuyer(mine, buyer.id);
      const { lease_id } = await leaseOne(mine);
      const [hold_id] = await holdSeats(mine, lease_id, [1]);
      expect((await under(mine, lease_id, 'purchase', { tickets: [{ hold_id }] })).status).toBe(200);
      const [after, before] = await ledger(mine);
      expect(before).toMatchObject({ id: record.id, replaced_by: after!.id });
    });

    it('are replaced by a bulk that says so, and skipped by one that does not', async () => {
      const { mine, record, second } = await contradiction();
      const bulk = async (more: object) => {
        const { body } = await post<{ operation: { id: number } }>(mine.owner, '/tasks/bulk', {
          command: 'mark_bought',
          ids: [second.id],
          ...more,
        });
        const path = `/tasks/bulk/${body.operation.id}`;
        await until(
          async () => (await get<{ state: string }>(mine.owner, path)).state === 'done',
          'the bulk is done',
        );
        return (await get<{ result: string }[]>(mine.owner, `${path}/results`)).map(({ result }) => result);
      };
      expect(await bulk({})).toEqual(['RECORDED_BEFORE']);
      expect((await getTask(mine, second.id)).status).toBe('carted');
      expect(await bulk({ replace: true })).toEqual(['done']);
      expect((await ledger(mine)).find(({ id }) => id === record.id)?.reversed_at).toEqual(
        expect.any(String),
      );
    });

    it('are left alone when the person says so, and the other seats are recorded', async () => {
      const { mine, record, second } = await contradiction();
      const more = await carted(mine, [7], { login_id: mine.logins[1] });
      const response = await post<ConfirmAnswer>(mine.owner, '/carted-tickets/confirm', {
        ticket_ids: [...second.holds, ...more.holds],
        replace: false,
      });
      expect(response.body.confirmed.map(({ hold_id }) => hold_id)).toEqual(more.holds);
      expect(response.body.failed).toEqual([{ id: second.holds[0], code: 'RECORDED_BEFORE' }]);
      expect((await get<TicketDto[]>(mine.owner, '/tickets')).map(({ id }) => id)).toContain(record.id);
    });

    it('of another realm are never named or reversed, and don’t stop the payment', async () => {
      const mine = await work(app, { logins: 2 });
      const other = await work(app, { on: mine, logins: 2 });
      const { record } = await contradiction(other);
      const { holds } = await carted(mine, [1]);
      const asked = await post<Failure>(mine.owner, '/carted-tickets/confirm', { ticket_ids: holds });
      expect(asked.body.context).toMatchObject({ records: [], held: [], other_realms: 1 });
      expect(await confirm(mine, holds, { replace: true })).toHaveLength(1);
      expect((await get<TicketDto[]>(other.owner, '/tickets')).map(({ id }) => id)).toEqual([record.id]);
    });

    it('are recorded late although another task holds the seat, when the person says so', async () => {
      const mine = await work(app, { logins: 2 });
      const first = await carted(mine, [1]);
      await expireHolds(first.holds);
      const second = await carted(mine, [1], { login_id: mine.logins[1] });
      const asked = await post<Failure>(mine.owner, '/carted-tickets/confirm', {
        ticket_ids: first.holds,
        late: true,
      });
      expect(asked.body.context).toMatchObject({
        records: [],
        held: [{ id: second.holds[0], task_id: second.id }],
      });
      expect(await confirm(mine, first.holds, { late: true, replace: true })).toMatchObject([{ late: true }]);
      expect((await cart(mine)).find(({ id }) => id === second.holds[0])?.status).toBe('held');
    });
  });
});
