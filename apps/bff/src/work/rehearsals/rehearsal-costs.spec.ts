import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { range, setPrices } from '../../../test/prices';
import {
  endRehearsals,
  holdAll,
  readRehearsal,
  rehearse,
  type Rehearsing,
  rehearsing,
  SANDBOX,
} from '../../../test/rehearsal';

let app: TestApp;
let sandbox: number;
let mine: Rehearsing;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  sandbox = await make.site(app, { url: SANDBOX });
  mine = await rehearsing(app);
  // What the real event costs doesn't matter: the sandbox charges its own prices.
  await setPrices(app, { site_id: mine.siteId, event_id: mine.eventId }, range(500, 900));
});
afterAll(() => app.close());

const reportOf = async () => {
  const { id } = await rehearse(mine);
  await holdAll(mine);
  await app.db.query('UPDATE holds SET price = NULL WHERE id IN (SELECT max(id) FROM holds)');
  await endRehearsals(app);
  return (await readRehearsal(mine, id)).report;
};

it("compares what the plan costs by the sandbox's prices with what its seats cost", async () => {
  expect(await reportOf()).toMatchObject({ cost: null });
  await setPrices(app, { site_id: sandbox }, range(26, 53));
  const report = await reportOf();
  expect(report).toMatchObject({
    cost: { currency: 'GBP', min: 156, max: 318 },
    charged: [{ currency: 'GBP', seats: 5, total: 5 * 42.5 }],
    uncharged_seats: 1,
  });
});
