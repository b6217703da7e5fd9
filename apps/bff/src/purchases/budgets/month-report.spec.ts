import { sumAmounts } from '@tessera/domain';
import { startApp, type TestApp } from '../../../test/app';
import { approvalDesks } from '../../../test/approvals';
import { admin, event, insert, job, type Signed, user } from '../../../test/factories';
import { holdSeats, inMinutes, leaseOne, newTask, type Work, work } from '../../../test/work';
import { parseCsv } from '../../platform/http/csv';
import type { LedgerLine } from '../ledger/ledger.dto';
import type { MonthReportDto, MonthSpending, MonthSum } from './month-report.dto';

type Seat = { at?: string; price?: number | null; currency?: string | null; [field: string]: unknown };

describe('the report of a month', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  let seats = 0;
  /** A seat that was recorded as bought; one that is reversed belongs to no hold. */
  const bought = async (from: Work, { at = '2026-10-15T12:00:00Z', ...fields }: Seat = {}) => {
    const { over_budget, deleted_at, reversed_at, ...ofSeat } = fields;
    const row = {
      realm_id: from.realmId,
      login_id: from.logins[0],
      site_id: from.siteId,
      event_id: from.eventId,
      event_guid: from.guid,
      event_name: 'Derby',
      customer_identity: 'buyer',
      area: 'North',
      row: '1',
      seat: `${(seats += 1)}`,
      price: 42.5,
      currency: 'GBP',
      created_at: at,
      ...ofSeat,
    };
    const hold_id = reversed_at
      ? null
      : await insert(app, 'holds', { ...row, status: 'confirmed', expires_at: inMinutes(10) });
    return insert(app, 'tickets', {
      ...row,
      hold_id,
      login_email: 'buyer@quayside.example',
      over_budget: over_budget ?? false,
      reversed_at: reversed_at ?? null,
      deleted_at: reversed_at ?? deleted_at ?? null,
    });
  };
  const report = async (from: Work, month?: string) =>
    (
      await app.http<MonthReportDto>('GET', `/api/budgets/month-report${month ? `?month=${month}` : ''}`, {
        token: from.owner,
      })
    ).body;
  const jobOf = (from: Work) => job(app, from.realmId, from.siteId, from.eventId);
  const inPounds = ({ siteId }: Work) =>
    app.db.query("UPDATE sites SET currency = 'GBP' WHERE id = $1", [siteId]);
  const approve = (from: Work, job_id: number, by: Signed, decided_at: string) =>
    insert(app, 'approvals', {
      realm_id: from.realmId,
      kind: 'job_budget',
      object: `${job_id} ${decided_at}`,
      body: '{}',
      name: 'Derby',
      reason: 'Reason',
      asked_who: 'asker@quayside.example',
      expires_at: inMinutes(60),
      status: 'approved',
      job_id,
      decided_by: by.id,
      decided_who: by.email,
      decided_at,
    });
  const sum = (seatCount: number, spent: number, fields: Partial<MonthSum> = {}) => ({
    currency: 'GBP',
    seats: seatCount,
    spent,
    unpriced: 0,
    over_budget: 0,
    ...fields,
  });

  it('equals the lines of the ledger to the penny, in each currency, by event and by approver', async () => {
    const mine = await work(app);
    const concert = await event(app, mine.siteId);
    const [first, second] = [await user(app, 'realm_owner', mine.realmId), await admin(app)];
    const jobs = [await jobOf(mine), await jobOf(mine), null];
    await approve(mine, jobs[0]!, first, '2026-10-01T00:00:00Z');
    await approve(mine, jobs[1]!, second, '2026-10-02T00:00:00Z');
    for (let index = 0; index < 60; index += 1) {
      const [currency, price] = [
        ['GBP', 10.1 + index / 100],
        ['JPY', 7000 + index],
        ['KWD', 1.005],
        [null, null],
      ][index % 4] as [string | null, number | null];
      await bought(mine, {
        at: new Date(Date.UTC(2026, 9, 1 + (index % 31))).toISOString(),
        currency,
        price: price === null ? null : Math.round(price * 1000) / 1000,
        job_id: jobs[index % 3],
        over_budget: index % 5 === 0,
        ...(index % 2 ? { event_id: concert, event_name: 'Concert' } : {}),
        ...(index % 7 === 0 ? { reversed_at: new Date() } : {}),
        ...(index % 6 === 0 ? { deleted_at: new Date() } : {}),
      });
    }
    await bought(mine, { at: '2026-09-30T23:59:59Z' });
    await bought(mine, { at: '2026-11-01T00:00:00Z' });
    const month = await report(mine, '2026-10');
    const { body: lines } = await app.http<LedgerLine[]>(
      'GET',
      `/api/ledger?reversed=false&from=${new Date(month.from).toISOString()}&to=${new Date(month.to).toISOString()}`,
      { token: mine.owner },
    );
    expect(lines).toHaveLength(51);
    const approverOf = new Map([
      [jobs[0], first.email],
      [jobs[1], second.email],
    ]);
    const grouped = <T>(rows: readonly T[], keyOf: (row: T) => unknown[], amountOf: (row: T) => number) =>
      Object.fromEntries(
        [...Map.groupBy(rows, (row) => keyOf(row).join())]
          .map(([key, group]) => [key, sumAmounts(group.map(amountOf))])
          .toSorted(),
      ) as Record<string, number>;
    const price = (line: LedgerLine) => line.price ?? 0;
    const spent = (row: MonthSum) => row.spent;
    expect(grouped(month.totals, (row) => [row.currency], spent)).toEqual(
      grouped(lines, (line) => [line.currency], price),
    );
    expect(grouped(month.by_event, (row) => [row.event_id, row.event_name, row.currency], spent)).toEqual(
      grouped(lines, (line) => [line.event_id, line.event_name, line.currency], price),
    );
    expect(grouped(month.by_approver, (row) => [row.approver, row.currency], spent)).toEqual(
      grouped(lines, (line) => [approverOf.get(line.job_id), line.currency], price),
    );
    for (const sums of [month.totals, month.by_event, month.by_approver]) {
      const count = (field: 'seats' | 'unpriced' | 'over_budget') =>
        sums.reduce((total, row) => total + row[field], 0);
      expect(count('seats')).toBe(lines.length);
      expect(count('unpriced')).toBe(lines.filter((line) => line.price === null).length);
      expect(count('over_budget')).toBe(lines.filter((line) => line.over_budget).length);
    }
    const csv = await app.http<string>('GET', '/api/budgets/month-spending?month=2026-10', {
      token: mine.owner,
      headers: { Accept: 'text/csv' },
    });
    const [head = [], ...records] = parseCsv(csv.body) ?? [];
    const rows = records.map((record) => Object.fromEntries(head.map((name, at) => [name, record[at]])));
    expect(csv.headers.get('content-disposition')).toContain('month-spending.csv');
    expect(
      grouped(
        rows,
        (row) => [row.currency],
        (row) => Number(row.spent),
      ),
    ).toEqual(grouped(month.totals, (row) => [row.currency], spent));
  });

  it('names who approved the job last, also of what was asked for by another', async () => {
    const mine = await work(app);
    const people = [
      await user(app, 'realm_owner', mine.realmId),
      await user(app, 'realm_owner', mine.realmId),
    ];
    const [first, second] = people as [Signed, Signed];
    const raised = await jobOf(mine);
    await approve(mine, raised, first, '2026-10-01T00:00:00Z');
    await bought(mine, { job_id: raised });
    await approve(mine, raised, second, '2026-10-20T00:00:00Z');
    await bought(mine, { job_id: await jobOf(mine) });
    await bought(mine);
    const byApprover = async () => (await report(mine, '2026-10')).by_approver;
    const without = { approval: 'none', approver_id: null, approver: null, ...sum(2, 85) };
    expect(await byApprover()).toEqual([
      without,
      { approval: 'approved', approver_id: second.id, approver: second.email, ...sum(1, 42.5) },
    ]);
    await app.http('DELETE', `/api/users/${second.id}`, { token: (await admin(app)).token });
    expect(await byApprover()).toEqual([
      without,
      { approval: 'approved', approver_id: null, approver: null, ...sum(1, 42.5) },
    ]);
  });

  it('follows a launch from its approval to its purchase', async () => {
    const { desk, asked, post } = approvalDesks(() => app);
    const mine = await desk();
    await inPounds(mine);
    const request = await asked(mine);
    await post(mine.approver.token, `/${request.id}/approve`);
    const ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, [1]);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids: ids } });
    expect(await report(mine)).toMatchObject({
      totals: [sum(1, 42.5)],
      by_event: [{ event_id: mine.eventId, ...sum(1, 42.5) }],
      by_approver: [{ approval: 'approved', approver: mine.approver.email, ...sum(1, 42.5) }],
    });
  });

  it('begins and ends in the time zone of the realm', async () => {
    const mine = await work(app);
    await app.db.query("UPDATE realms SET time_zone = 'Pacific/Auckland' WHERE id = $1", [mine.realmId]);
    // The clocks of Auckland went forward on 27 September 2026.
    for (const at of [
      '2026-09-30T10:59:59Z',
      '2026-09-30T11:00:00Z',
      '2026-10-31T10:59:59Z',
      '2026-10-31T11:00:00Z',
    ])
      await bought(mine, { at });
    expect(await report(mine, '2026-10')).toMatchObject({
      month: '2026-10',
      time_zone: 'Pacific/Auckland',
      from: '2026-09-30T11:00:00.000Z',
      to: '2026-10-31T11:00:00.000Z',
      totals: [sum(2, 85)],
    });
    expect((await report(mine, '2026-09')).totals).toEqual([sum(1, 42.5)]);
  });

  it('has the budget that the month had, with the balances that the list of budgets has', async () => {
    const mine = await work(app);
    await inPounds(mine);
    await app.db.query(
      `INSERT INTO month_budgets (realm_id, currency, from_month, amount) VALUES
         ($1, 'GBP', '2026-01-01', 100), ($1, 'GBP', '2026-10-01', 50), ($1, 'JPY', '2026-03-01', 9000),
         ($1, 'JPY', '2026-10-01', NULL)`,
      [mine.realmId],
    );
    await bought(mine);
    await bought(mine, { currency: 'JPY', price: 7000 });
    expect((await report(mine, '2026-10')).budgets).toEqual([
      { currency: 'GBP', amount: 50, spent: 42.5, reserved: 0, free: 7.5 },
    ]);
    expect((await report(mine, '2026-09')).budgets).toMatchObject([
      { currency: 'GBP', amount: 100, spent: 0, free: 100 },
      { currency: 'JPY', amount: 9000 },
    ]);
    expect((await report(mine, '2025-12')).budgets).toEqual([]);
    await newTask(mine);
    await holdSeats(mine, (await leaseOne(mine)).lease_id, [1]);
    await bought(mine, { at: new Date().toISOString(), price: 12.5 });
    const now = await report(mine);
    const listed = await app.http<object[]>('GET', '/api/budgets?kind=month', { token: mine.owner });
    expect(now.budgets).toHaveLength(1);
    expect(listed.body).toMatchObject(now.budgets);
    expect(now.month).toBe(now.this_month);
    expect((await report(mine, '2026-10')).budgets).toMatchObject([{ reserved: 0 }]);
  });

  it('is of one realm: one’s own, and of administrators the one that they name', async () => {
    const [mine, other] = [await work(app), await work(app)];
    await bought(mine);
    expect(await report(other, '2026-10')).toMatchObject({
      realm_id: other.realmId,
      totals: [],
      by_event: [],
    });
    const reader = await user(app, 'realm_user', mine.realmId);
    const { token } = await admin(app);
    const get = (path: string, by: string) =>
      app.http<MonthReportDto & MonthSpending[]>('GET', `/api/budgets/${path}`, { token: by });
    expect((await get('month-report?month=2026-10', reader.token)).body.totals).toEqual([sum(1, 42.5)]);
    const foreign = await get(`month-report?month=2026-10&realm_id=${mine.realmId}`, other.owner);
    expect(foreign.status).toBe(400);
    for (const path of ['month-report', 'month-spending']) {
      expect((await get(`${path}?month=2026-10`, token)).status).toBe(400);
      expect((await get(`${path}?month=2026-10&realm_id=${mine.realmId}`, token)).status).toBe(200);
      for (const month of ['2026-13', '2026', '0000-01', '2026-1'])
        expect((await get(`${path}?month=${month}`, reader.token)).status).toBe(400);
    }
    const waiting = await user(app, 'realm_user', null);
    expect((await get('month-report', waiting.token)).body).toMatchObject({ realm_id: null, totals: [] });
    expect((await get('month-spending', waiting.token)).body).toEqual([]);
    expect((await get('month-spending?month=2026-10', reader.token)).body).toEqual([
      {
        month: '2026-10',
        realm_id: mine.realmId,
        realm_name: expect.any(String) as string,
        event_id: mine.eventId,
        event_name: 'Derby',
        approval: 'none',
        approver_id: null,
        approver: null,
        ...sum(1, 42.5),
      },
    ]);
  });
});
