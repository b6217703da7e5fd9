import { startApp, type TestApp } from '../../../test/app';
import { template } from '../../../test/factories';
import { type Work, work } from '../../../test/work';
import type { JobDto } from './jobs.dto';

describe('the names of launches', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const launch = async (from: Work, template_id: number) => {
    const body = { template_id, login_ids: from.logins, draft: true };
    const response = await app.http<JobDto>('POST', '/api/jobs', { token: from.owner, body });
    return response.body.name;
  };
  const templateOf = ({ realmId, siteId, eventId }: Work, name = 'Cup final') =>
    template(app, realmId, siteId, eventId, { name });

  it('get a number if the realm already has the name, also in concurrent launches', async () => {
    const mine = await work(app);
    const cupFinal = await templateOf(mine);
    expect(await launch(mine, cupFinal)).toBe('Cup final');
    const both = await Promise.all([launch(mine, cupFinal), launch(mine, cupFinal)]);
    expect(both.sort()).toEqual(['Cup final #2', 'Cup final #3']);
    const theirs = await work(app);
    expect(await launch(theirs, await templateOf(theirs))).toBe('Cup final');
  });

  it.each([
    ['long', 'x'.repeat(195), 'x'.repeat(190)],
    ['with an emoji at the cut', `${'x'.repeat(189)}👨‍👩‍👧‍👦 end`, 'x'.repeat(189)],
  ])('get the next number although they are %s', async (_, name, front) => {
    const mine = await work(app);
    const cupFinal = await templateOf(mine, name);
    const names = [];
    for (let count = 0; count < 3; count += 1) names.push(await launch(mine, cupFinal));
    expect(names).toEqual([name, `${front} #2`, `${front} #3`]);
  });
});
