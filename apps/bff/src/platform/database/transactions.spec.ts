import { startApp, type TestApp } from '../../../test/app';
import { realm } from '../../../test/factories';
import { systemScope } from '../realm-scope/scope';
import { Transactions } from './transactions';

describe('a transaction', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('that holds others open is a part of one that holds it open', async () => {
    const id = await realm(app, { name: 'Before' });
    const transactions = app.nest.get(Transactions, { strict: false });
    const all = systemScope('test');
    const renamed = transactions.runAmbient(all, async () => {
      await transactions.runAmbient(all, (tx) =>
        tx.execute("UPDATE realms SET name = 'After' WHERE id = $1", [id]),
      );
      throw new Error('The answer is lost');
    });
    await expect(renamed).rejects.toThrow('The answer is lost');
    const { rows } = await app.db.query<{ name: string }>('SELECT name FROM realms WHERE id = $1', [id]);
    expect(rows).toEqual([{ name: expect.stringMatching(/^Before/) as string }]);
  });

  it('that reads sees one instant in all of its statements, whatever is committed meanwhile', async () => {
    const id = await realm(app, { name: 'Before' });
    const seen = await app.nest.get(Transactions, { strict: false }).read(systemScope('test'), async (tx) => {
      const name = async () =>
        (await tx.query<{ name: string }>('SELECT name FROM realms WHERE id = $1', [id]))[0]?.name;
      const first = await name();
      await app.db.query("UPDATE realms SET name = 'After' WHERE id = $1", [id]);
      return [first, await name()];
    });
    expect(seen[1]).toBe(seen[0]);
  });
});
