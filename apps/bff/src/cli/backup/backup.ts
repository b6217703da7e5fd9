import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { ModuleStore } from '../../modules';
import { ownedRows } from '../../owned-rows';
import { connectionTo } from '../../platform/database/hosts';
import { parseKeyRing } from '../../platform/sealing/sealing';
import { type AddEntry, type Encryption, entryNames, writeBackupFile } from './backup-file';
import type { BackupHeader, BackupSummary } from './contents';
import {
  copyRows,
  listMigrations,
  listSequences,
  listTables,
  readQueueVersion,
  RowChecksum,
  type Table,
  TEXT_FORMAT,
} from './tables';

/** Size of the parts of a table, which bounds the memory that a backup needs. */
const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/** What to back up, and where. */
export type BackupRequest = {
  /** Of a role that row security doesn't bind: `tessera_backup`, or a superuser. */
  databaseUrl: string;
  file: string;
  encryption: Encryption;
  settings: Readonly<Record<string, string>>;
  store: ModuleStore;
  /** Stops the backup, which then leaves no file. */
  signal?: AbortSignal;
  /** Size from which a part of a table ends with its next row; missing: 4 MiB. */
  partBytes?: number;
};

/** A complete backup. */
export type BackupResult = {
  bytes: number;
  rows: number;
  tables: number;
  moduleFiles: number;
  /** Sealing keys that secrets need and that aren't among the settings: without them nobody opens these. */
  missingKeys: string[];
};

/**
 * Backs up an installation in one snapshot, while it runs. Throws when the role would not see every row. The modules' files
 * come after the snapshot, since a release's files are stored before its rows and never change.
 */
export async function createBackup(request: BackupRequest): Promise<BackupResult> {
  const { databaseUrl, file, encryption, settings, store, signal, partBytes = PART_BYTES } = request;
  const client = new Client({
    ...connectionTo(databaseUrl),
    application_name: 'tessera-backup',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertSeesAllRows(client);
    const { rows: started } = await client.query<{ at: Date }>('SELECT now() AS at');
    await client.query(`${TEXT_FORMAT} SET row_security = off; SET lock_timeout = '60s'`);
    await beginSnapshot(client);
    const header = await readHeader(client);
    const missingKeys = await findMissingKeys(client, settings.SEALING_KEYS);
    const rows: Record<string, number> = {};
    const checksums: Record<string, string> = {};
    let moduleFiles = 0;
    const bytes = await writeBackupFile(file, encryption, async (addEntry) => {
      const add: AddEntry = (name, content) => {
        signal?.throwIfAborted();
        return addEntry(name, content);
      };
      await add(entryNames.header, json(header));
      await add(entryNames.settings, json(settings));
      for (const table of header.tables) {
        const checksum = new RowChecksum();
        await addTable(client, table, checksum, partBytes, add);
        rows[table.sql] = checksum.rows;
        checksums[table.sql] = checksum.value;
      }
      const sequences = await listSequences(client);
      await client.query('COMMIT');
      for await (const hashes of store.list()) moduleFiles += await addModuleFiles(store, hashes, add);
      await add(
        entryNames.summary,
        json({ rows, checksums, sequences, moduleFiles } satisfies BackupSummary),
      );
    });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    await client.query(
      `INSERT INTO backups (id, kind, started_at, finished_at, bytes)
       VALUES ($1, 'archive', $2, clock_timestamp(), $3)`,
      [header.id, started[0]?.at, bytes],
    );
    return { bytes, rows: total, tables: header.tables.length, moduleFiles, missingKeys };
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

/** How often the tables are listed again when a migration changed them before they were locked. */
const LOCK_TRIES = 5;

/** Takes the snapshot after all tables are locked against changes of their columns, so that no migration falls between. */
async function beginSnapshot(client: Client): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const listed = await listTables(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    if (listed.length > 0)
      await client.query(`LOCK TABLE ${listed.map(({ sql }) => sql).join(', ')} IN ACCESS SHARE MODE`);
    if (JSON.stringify(await listTables(client)) === JSON.stringify(listed)) return;
    await client.query('ROLLBACK');
    if (attempts === LOCK_TRIES) throw new Error('The tables are being migrated: try again afterwards');
  }
}

async function findMissingKeys(client: Client, sealingKeys: string | undefined): Promise<string[]> {
  const known = new Set(sealingKeys ? parseKeyRing(sealingKeys).keys.keys() : []);
  const used = ownedRows.sealed.map(
    ({ table }) => `SELECT secrets ->> 'key' AS key FROM ${table} WHERE secrets ? 'data_key'`,
  );
  const { rows } = await client.query<{ key: string }>(used.join(' UNION '));
  return rows.map(({ key }) => key).filter((key) => !known.has(key));
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

async function addTable(
  client: Client,
  table: Table,
  checksum: RowChecksum,
  partBytes: number,
  add: AddEntry,
): Promise<void> {
  const { sql } = table;
  const stream = client.query(copyRows(table));
  let part: Buffer[] = [];
  let size = 0;
  let parts = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    checksum.update(chunk);
    part.push(chunk);
    size += chunk.length;
    // A part is restored by a COPY of its own, so it ends with a row; a chunk may end within one.
    const rowEnd = size >= partBytes ? chunk.lastIndexOf(NEWLINE) + 1 : 0;
    if (rowEnd === 0) continue;
    part[part.length - 1] = chunk.subarray(0, rowEnd);
    await add(entryNames.table(sql, (parts += 1)), Buffer.concat(part));
    part = [chunk.subarray(rowEnd)];
    size = chunk.length - rowEnd;
  }
  if (size > 0) await add(entryNames.table(sql, parts + 1), Buffer.concat(part));
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
