import { Client } from 'pg';

/** Addresses of the run's Postgres: for the tables' owner, the serving role, and the superuser, who bypasses row security. */
export type TestPostgres = { url: string; serverUrl: string; adminUrl: string };

export const TEMPLATE = 'tessera_template';

/** The address of another database of the same cluster. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Creates a database that the application's role owns, empty or as a copy. */
export async function createDatabase(postgres: TestPostgres, name: string, template?: string): Promise<void> {
  const owner = decodeURIComponent(new URL(postgres.url).username);
  await asAdmin(postgres, async (client) => {
    await client.query(
      `CREATE DATABASE "${name}" OWNER "${owner}"${template ? ` TEMPLATE "${template}"` : ''}`,
    );
  });
}

export async function dropDatabase(postgres: TestPostgres, name: string): Promise<void> {
  await asAdmin(postgres, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
}

async function asAdmin(postgres: TestPostgres, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
