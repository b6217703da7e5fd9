import { startApp, type TestApp } from '../../../test/app';
import { systemScope } from '../realm-scope/scope';
import { pipelined } from './pipelining';
import { Transactions } from './transactions';

describe('statements that are sent together', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([0, 1, 2])('fail with the error of the one that failed: the one at place %i', async (place) => {
    const failing = Array.from({ length: 3 }, (_, index) => (index === place ? 'SELECT 1 / 0' : 'SELECT 1'));
    const sent = app.nest
      .get(Transactions, { strict: false })
      .run(systemScope('test'), (tx) => pipelined(failing.map((sql) => tx.query(sql))));
    await expect(sent).rejects.toMatchObject({ code: '22012' });
  });
});
