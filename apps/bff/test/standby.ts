import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { databaseUrl } from './postgres';

type Addresses = { serverUrl: string; adminUrl: string };

/** A primary and its asynchronous standby, which repeats it by streaming replication. */
export type TestPair = {
  /** Of the database's owner, at the primary. */
  ownerUrl: string;
  /** Of each server, for the product's database. */
  primary: Addresses;
  standby: Addresses;
  /** Runs a statement on the standby as the superuser; returns its rows. */
  onStandby(sql: string): Promise<Record<string, unknown>[]>;
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a pair with the empty database of the product, each server on its own port. */
export async function startPair(): Promise<TestPair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-pair-'));
  const cli = path.resolve(__dirname, '../../../tools/prove/installation/standby-cli.ts');
  const child = spawn(process.execPath, [cli, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const response = async <T>(): Promise<T> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The pair of servers ended');
    return JSON.parse(value) as T;
  };
  const send = async (command: string) => {
    child.stdin.write(`${command}\n`);
    await response();
  };
  const { url, primary, standby } = await response<
    Record<'primary' | 'standby', Addresses> & { url: string }
  >();
  const named = ({ serverUrl, adminUrl }: Addresses) => ({
    serverUrl,
    adminUrl: databaseUrl(adminUrl, 'tessera'),
  });
  const admin = named(standby).adminUrl;
  return {
    ownerUrl: url,
    primary: named(primary),
    standby: named(standby),
    onStandby: async (sql) => {
      const client = new Client({ connectionString: admin });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    killStandby: () => send('kill'),
    startStandby: () => send('start'),
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
