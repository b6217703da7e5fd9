import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createDatabase, databaseUrl, dropDatabase, type TestPostgres } from '../../test/postgres';
import { databaseOptions } from '../platform/database/data-source';

describe('migrations', () => {
  it('may run for two databases of one cluster at once, and a second time change nothing', async () => {
    const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
    const names = [1, 2].map(() => `test_${randomBytes(8).toString('hex')}`);
    const migrate = async (name: string): Promise<number> => {
      const url = databaseUrl(postgres.url, name);
      const source = await new DataSource(
        databaseOptions({ databaseUrl: url, databasePool: 2 }),
      ).initialize();
      const done = await source.runMigrations({ transaction: 'each' });
      await source.destroy();
      return done.length;
    };
    try {
      for (const name of names) await createDatabase(postgres, name);
      const [first, second] = await Promise.all(names.map(migrate));
      expect(first).toBeGreaterThan(5);
      expect(second).toBe(first);
      expect(await migrate(names[0]!)).toBe(0);
    } finally {
      for (const name of names) await dropDatabase(postgres, name);
    }
  });
});
