import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ModuleStore } from '../../features/modules';
import { type AddEntry, type Encryption, entryNames, writeArchive } from './archive';
import type { BackupHeader, BackupSummary } from './contents';
import { listMigrations, listSequences, listTables, readQueueVersion, type Table } from './tables';

/** Size of the parts of a table, which bounds the memory that a backup needs. */
const PART_BYTES = 4 * 1024 * 1024;

/** What to back up, and where. */
export type BackupRequest = {
  /** Of a role that row security doesn't bind: `tessera_backup`, or a superuser. */
  databaseUrl: string;
  file: string;
  encryption: Encryption;
  settings: Readonly<Record<string, string>>;
  store: ModuleStore;
};

/** A complete backup. */
export type BackupResult = { bytes: number; rows: number; tables: number; moduleFiles: number };

/**
 * Backs up an installation in one snapshot, while it runs. Throws when the role would not see every row. The modules' files
 * come after the snapshot, since a release's files are stored before its rows and never change.
 */
export async function createBackup(request: BackupRequest): Promise<BackupResult> {
  const { databaseUrl, file, encryption, settings, store } = request;
  const client = new Client({ connectionString: databaseUrl, application_name: 'tessera-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertSeesAllRows(client);
    const { rows: started } = await client.query<{ at: Date }>('SELECT now() AS at');
    await client.query(
      `SET row_security = off; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
       SET DateStyle = ISO; SET IntervalStyle = postgres; SET TimeZone = UTC; SET extra_float_digits = 3;
       BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`,
    );
    const header = await readHeader(client);
    const rows: Record<string, number> = {};
    let moduleFiles = 0;
    const bytes = await writeArchive(file, encryption, async (add) => {
      await add(entryNames.header, json(header));
      await add(entryNames.settings, json(settings));
      for (const table of header.tables) rows[table.sql] = await addTable(client, table, add);
      const sequences = await listSequences(client);
      await client.query('COMMIT');
      for await (const hashes of store.list()) moduleFiles += await addModuleFiles(store, hashes, add);
      await add(entryNames.summary, json({ rows, sequences, moduleFiles } satisfies BackupSummary));
    });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    await client.query(
      `INSERT INTO backups (id, kind, started_at, finished_at, bytes)
       VALUES ($1, 'archive', $2, clock_timestamp(), $3)`,
      [header.id, started[0]?.at, bytes],
    );
    return { bytes, rows: total, tables: header.tables.length, moduleFiles };
  } finally {
    await client.end();
  }
}

async function assertSeesAllRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sees: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS sees FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]?.sees)
    throw new Error(
      `The role ${rows[0]?.name ?? ''} is bound by row security and would back up empty tables: use tessera_backup (tessera roles creates it)`,
    );
}

async function readHeader(client: Client): Promise<BackupHeader> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0) throw new Error('The database has no tables of Tessera');
  const { rows } = await client.query<{ at: string }>('SELECT now()::text AS at');
  return {
    format: 1,
    id: randomUUID(),
    takenAt: rows[0]?.at ?? '',
    migrations,
    queueVersion: await readQueueVersion(client),
    tables: await listTables(client),
  };
}

async function addTable(client: Client, { sql, columns }: Table, add: AddEntry): Promise<number> {
  const stream = client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${sql}) TO STDOUT`));
  let part: Buffer[] = [];
  let size = 0;
  let parts = 0;
  const flush = async () => {
    await add(entryNames.table(sql, (parts += 1)), Buffer.concat(part));
    part = [];
    size = 0;
  };
  for await (const chunk of stream) {
    part.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return stream.rowCount;
}

async function addModuleFiles(store: ModuleStore, hashes: readonly string[], add: AddEntry): Promise<number> {
  let count = 0;
  for (const sha256 of hashes) {
    const bytes = await store.read(sha256);
    // Meanwhile an abandoned upload's file may have been removed.
    if (!bytes) continue;
    await add(entryNames.module(sha256), bytes);
    count += 1;
  }
  return count;
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
