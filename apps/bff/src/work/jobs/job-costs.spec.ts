import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { getJob, launch, postJob, templateOf } from '../../../test/jobs';
import { range, setPrices } from '../../../test/prices';
import { type Work, work } from '../../../test/work';
import { PriceLists } from '../../catalogue';
import type { TemplateDto } from '../templates/templates.dto';
import type { JobDto, JobPlanDto } from './jobs.dto';

type Failure = {
  code: string;
  context: {
    differences: { lines: unknown[]; removed: number; cost: boolean };
    totals: JobPlanDto['totals'];
  };
};

const pounds = (min: number, max: number) => ({ currency: 'GBP', min, max });

describe('the cost of a launch', () => {
  let app: TestApp;
  let mine: Work;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    mine = await work(app, { logins: 3 });
  });

  const ofSite = () => ({ site_id: mine.siteId });
  const ofEvent = () => ({ site_id: mine.siteId, event_id: mine.eventId });
  const preview = async (body: object) => (await postJob<JobPlanDto>(mine, '/preview', body)).body;
  const getTemplate = async (id: number) =>
    (await app.http<TemplateDto>('GET', `/api/templates/${id}`, { token: mine.owner })).body;

  it('has fees of each seat and order, in every line and in total, and stays with the job', async () => {
    await setPrices(app, { ...ofSite(), fee_per_seat: 1.5, fee_per_order: 2.25 }, range(48, 62));
    const template_id = await templateOf(mine);
    const { lines, totals, plan_hash } = await preview({ template_id });
    expect(lines.map(({ cost }) => cost)).toEqual(lines.map(() => pounds(101.25, 129.25)));
    expect(totals).toMatchObject({ costs: [pounds(303.75, 387.75)], unpriced: { tasks: 0, seats: 0 } });
    expect((await getTemplate(template_id)).cost).toEqual(pounds(303.75, 387.75));
    const job = await launch(mine, { template_id, plan_hash });
    expect(job).toMatchObject({ cost: pounds(303.75, 387.75), unpriced_seats: 0 });
    await setPrices(app, ofSite(), range(1, 1));
    expect(await getJob(mine, job.id)).toMatchObject({ cost: pounds(303.75, 387.75) });
    const [listed] = (await app.http<JobDto[]>('GET', '/api/jobs', { token: mine.owner })).body;
    expect(listed).toMatchObject({ cost: pounds(303.75, 387.75), unpriced_seats: 0 });
  });

  it('is unknown without prices, and says for how many tasks and seats', async () => {
    const template_id = await templateOf(mine);
    const { lines, totals } = await preview({ template_id });
    expect(lines.map(({ cost }) => cost)).toEqual([null, null, null]);
    expect(totals).toMatchObject({ costs: [], unpriced: { tasks: 3, seats: 6 } });
    expect((await getTemplate(template_id)).cost).toBeNull();
    expect(await launch(mine, { template_id, draft: true })).toMatchObject({ cost: null, unpriced_seats: 6 });
  });

  it('leaves out blocked tasks', async () => {
    await setPrices(app, ofSite(), range(10, 20));
    await app.db.query("UPDATE logins SET status = 'disabled' WHERE id = $1", [mine.logins[0]]);
    const template_id = await templateOf(mine);
    expect((await preview({ template_id })).totals.costs).toEqual([pounds(40, 80)]);
    expect(await launch(mine, { template_id })).toMatchObject({ cost: pounds(40, 80) });
    await app.db.query("UPDATE logins SET status = 'disabled' WHERE realm_id = $1", [mine.realmId]);
    expect((await preview({ template_id })).totals).toMatchObject({
      costs: [],
      unpriced: { tasks: 0, seats: 0 },
    });
  });

  it("follows the event's own list where it has one, and the levels that the template chooses", async () => {
    await setPrices(app, ofSite(), range(10, 20));
    await setPrices(app, ofEvent(), range(53, 53, 'premium'), range(26, 38, 'standard'));
    const chosen = await templateOf(mine, { price_levels: { standard: 'Standard', premium: false } });
    const unpriced = await templateOf(mine, { price_levels: { box: 'Box' } });
    expect((await preview({ template_id: chosen })).totals.costs).toEqual([pounds(156, 228)]);
    expect((await preview({ template_id: unpriced })).totals.unpriced).toEqual({ tasks: 3, seats: 6 });
    await setPrices(app, ofEvent());
    expect((await preview({ template_id: unpriced })).totals.costs).toEqual([pounds(60, 120)]);
  });

  it('is by the prices of the site where a template has no event', async () => {
    await setPrices(app, ofSite(), range(10, 20));
    await setPrices(app, ofEvent(), range(53, 53));
    const template_id = await templateOf(mine, { event_id: null });
    expect((await getTemplate(template_id)).cost).toEqual(pounds(60, 120));
    expect((await preview({ template_id, event_id: mine.eventId })).totals.costs).toEqual([pounds(318, 318)]);
  });

  it.each([
    ['JPY', [6500, 9800, 110], [39660, 59460]],
    ['KWD', [1.005, 2.345, 0.125], [6.78, 14.82]],
  ])(
    'is in %s with its decimals, whatever the currency of the site',
    async (currency, prices, [min, max]) => {
      const [least = 0, most = 0, fee_per_seat = 0] = prices;
      await setPrices(app, { ...ofEvent(), currency, fee_per_seat }, range(least, most));
      const template_id = await templateOf(mine);
      expect((await preview({ template_id })).totals.costs).toEqual([{ currency, min, max }]);
      expect(await launch(mine, { template_id })).toMatchObject({ cost: { currency, min, max } });
    },
  );

  it.each([
    ['a price', () => setPrices(app, ofSite(), range(10, 21))],
    ['a fee', () => setPrices(app, { ...ofSite(), fee_per_order: 1 }, range(10, 20))],
    ['the currency', () => setPrices(app, { ...ofSite(), currency: 'EUR' }, range(10, 20))],
    ['that prices are known', () => setPrices(app, ofSite())],
    ['that the event has its own', () => setPrices(app, ofEvent(), range(1, 2))],
  ])('changes the plan with %s, and the answer names it', async (_, change) => {
    await setPrices(app, ofSite(), range(10, 20));
    const template_id = await templateOf(mine);
    const { plan_hash } = await preview({ template_id });
    await change();
    const rejected = await postJob<Failure>(mine, '', { template_id, plan_hash });
    expect(rejected).toMatchObject({ status: 409, body: { code: 'PLAN_CHANGED' } });
    const { differences, totals } = rejected.body.context;
    expect(differences).toEqual({ lines: [], removed: 0, cost: true });
    const now = await preview({ template_id });
    expect(totals).toEqual(now.totals);
    await launch(mine, { template_id, plan_hash: now.plan_hash });
  });

  it('does not change the plan with prices that leave it as it is', async () => {
    await setPrices(app, ofSite(), range(10, 20), range(11, 12, 'premium'));
    const template_id = await templateOf(mine);
    const { plan_hash } = await preview({ template_id });
    await setPrices(app, ofSite(), range(10, 20));
    await launch(mine, { template_id, plan_hash });
  });

  it('is that of now when a job is launched again', async () => {
    await setPrices(app, ofSite(), range(10, 20));
    const job = await launch(mine, {
      template_id: await templateOf(mine),
      scheduled_at: '2090-01-01T00:00:00Z',
    });
    await setPrices(app, ofSite(), range(15, 25));
    expect((await preview({ from_job_id: job.id })).totals.costs).toEqual([pounds(90, 150)]);
    expect(await getJob(mine, job.id)).toMatchObject({ status: 'scheduled', cost: pounds(60, 120) });
  });

  it('is unknown of jobs from before it was kept', async () => {
    const job = await launch(mine, { template_id: await templateOf(mine) });
    await app.db.query('UPDATE jobs SET unpriced_seats = NULL WHERE id = $1', [job.id]);
    expect(await getJob(mine, job.id)).toMatchObject({ cost: null, unpriced_seats: null });
  });

  it('is read for all templates of a list at once', async () => {
    await setPrices(app, ofSite(), range(10, 20));
    const other = await work(app, { on: mine });
    const concert = await make.event(app, mine.siteId);
    await setPrices(app, { site_id: mine.siteId, event_id: concert, currency: 'EUR' }, range(5, 5));
    for (const fields of [{}, { seats_per_worker: 1 }, { event_id: concert }]) await templateOf(mine, fields);
    await templateOf(other);
    const reads = jest.spyOn(app.nest.get(PriceLists, { strict: false }), 'find');
    const { body } = await app.http<TemplateDto[]>('GET', '/api/templates?sort=created_at', {
      token: mine.owner,
    });
    expect(body.map(({ cost }) => cost)).toEqual([
      pounds(60, 120),
      pounds(30, 60),
      { currency: 'EUR', min: 30, max: 30 },
    ]);
    expect(reads).toHaveBeenCalledTimes(1);
  });
});
