import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrations } from '../../migrations';
import { type ModuleStore, sha256Of } from '../../modules';
import { readDone, TOO_OLD } from '../../platform/database/adopt-migrations';
import { connectionTo } from '../../platform/database/hosts';
import { migrate } from '../../platform/database/migrate';
import { entryNames, readBackupFile, readBuffer, readJson } from './backup-file';
import type { BackupHeader, BackupSummary } from './contents';
import { listMigrations, listTables, readQueueVersion, readTable, type Table, TEXT_FORMAT } from './tables';

/** What to restore, and where to. */
export type RestoreRequest = {
  file: string;
  passphrase: string;
  /** Of the owner of an empty database. */
  databaseUrl: string;
  /** Where the modules' files go; null leaves them out. */
  store: ModuleStore | null;
  /** Receives a line at the start of each stage. */
  onStage?: (line: string) => void;
};

/** A restored installation. */
export type RestoreResult = {
  /** The backup's id in the table `backups`. */
  id: string;
  takenAt: string;
  rows: number;
  tables: number;
  moduleFiles: number;
  settings: Record<string, string>;
};

/**
 * How far the versions of lists are raised, so that browsers whose copies are newer than the backup don't take a later list
 * of the same version for theirs.
 */
const VERSION_STEP = 1_000_000;

/**
 * Restores a backup into an empty database: all rows in one transaction, compared with the counts of the backup. Tables of
 * an older release are migrated afterwards. Throws, without rows in the database, for a file that isn't whole.
 */
export async function restoreBackup({
  file,
  passphrase,
  databaseUrl,
  store,
  onStage = () => undefined,
}: RestoreRequest): Promise<RestoreResult> {
  const client = new Client({ ...connectionTo(databaseUrl), application_name: 'tessera-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(TEXT_FORMAT);
    onStage(`Reading ${file}`);
    const header = await readHeader(file, passphrase);
    const done = knownMigrations(header);
    await assertEmpty(client);
    if (store) await assertWritable(store);
    onStage('Migrating an empty database');
    await migrate(databaseUrl, done);
    await assertSameQueue(client, header);
    const restored = await loadRows(client, header, { file, passphrase, store, onStage });
    if (done.length < migrations.length) onStage('Migrating to this release');
    await migrate(databaseUrl);
    return { id: header.id, takenAt: header.takenAt, tables: header.tables.length, ...restored };
  } finally {
    await client.end();
  }
}

/** The first part of a backup alone. */
async function readHeader(file: string, passphrase: string): Promise<BackupHeader> {
  let header: BackupHeader | null = null;
  const found = new Error('found');
  await readBackupFile(file, passphrase, async (name, content) => {
    if (name === entryNames.header) header = await readJson<BackupHeader>(content);
    throw found;
  }).catch((error: unknown) => {
    if (error !== found) throw error;
  });
  const read = header as BackupHeader | null;
  if (read?.format !== 1) throw new Error(`${file} is no backup that this version reads`);
  return read;
}

/** This version's migrations that made the tables of the backup. */
function knownMigrations({ migrations: names }: BackupHeader): string[] {
  const { done, isTooOld } = readDone(names);
  if (isTooOld) throw new Error(`Restore the backup with the version that made it. ${TOO_OLD}.`);
  const known = new Set<string>(migrations.map((Migration) => new Migration().name));
  const unknown = done.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `The backup is of a newer release: this one doesn't know ${unknown.join(', ')}. Restore it with that release.`,
    );
  return done;
}

/** Throws when the database has any table. */
export async function assertEmpty(client: Client): Promise<void> {
  if ((await listMigrations(client)).length > 0 || (await listTables(client)).length > 0)
    throw new Error('The database is not empty. Restore into a new one: nothing is ever written over.');
}

/** Throws where the modules' files can't be written, while the database is still empty. */
async function assertWritable(store: ModuleStore): Promise<void> {
  const probe = randomBytes(32);
  const key = sha256Of(probe);
  await store.put(key, probe);
  await store.remove([key]);
}

async function assertSameQueue(client: Client, { queueVersion }: BackupHeader): Promise<void> {
  const version = await readQueueVersion(client);
  if (version !== queueVersion)
    throw new Error(
      `The queue's tables have version ${version}, those of the backup ${queueVersion}: restore with the release that made the backup, then update.`,
    );
}

async function loadRows(
  client: Client,
  header: BackupHeader,
  { file, passphrase, store, onStage }: Required<Omit<RestoreRequest, 'databaseUrl'>>,
): Promise<Pick<RestoreResult, 'rows' | 'moduleFiles' | 'settings'>> {
  const tables = new Map(header.tables.map((table) => [table.sql, table]));
  let settings: Record<string, string> = {};
  let moduleFiles = 0;
  let rows = 0;
  onStage(`Restoring ${header.tables.length} tables of ${header.takenAt}`);
  await withLoadableTables(client, header.tables, async () => {
    let summary: BackupSummary | null = null;
    await readBackupFile(file, passphrase, async (name, content) => {
      const [kind, key = ''] = name.split('/');
      if (name === entryNames.summary) summary = await readJson<BackupSummary>(content);
      else if (name === entryNames.settings) settings = await readJson(content);
      else if (kind === 'modules' && store) {
        const bytes = await readBuffer(content);
        if (sha256Of(bytes) !== key) throw new Error(`The file ${key} of a module is damaged`);
        await store.put(key, bytes);
        moduleFiles += 1;
      } else if (kind === 'tables') {
        const table = tables.get(key);
        if (!table) throw new Error(`The backup has no table ${key}`);
        const copy = client.query(copyFrom(`COPY ${table.sql} (${table.columns.join(', ')}) FROM STDIN`));
        await pipeline(content, copy);
      }
    });
    onStage('Comparing the rows with those of the backup');
    rows = await finish(client, header, summary);
  });
  return { rows, moduleFiles, settings };
}

/** Moves rows of tables that are partitioned by month, whose months a new database lacks, from the default partition. */
async function spreadMonths(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  for (const { name } of rows) await client.query('CALL partitions.spread($1)', [name]);
}

/** Restores the sequences, reads every table again and compares its rows with those of the backup. */
async function finish(
  client: Client,
  { tables }: BackupHeader,
  summary: BackupSummary | null,
): Promise<number> {
  if (!summary) throw new Error('The backup ends too early');
  for (const { sql, lastValue, isCalled } of summary.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [sql, lastValue, isCalled]);
  await spreadMonths(client);
  let total = 0;
  const different: string[] = [];
  for (const table of tables) {
    const { rows, checksum } = await readTable(client, table);
    total += rows;
    if (rows !== summary.rows[table.sql] || checksum !== (summary.checksums?.[table.sql] ?? checksum))
      different.push(table.sql);
  }
  if (different.length > 0)
    throw new Error(`These tables have other rows than in the backup: ${different.join(', ')}`);
  await client.query(`UPDATE list_versions SET version = version + ${VERSION_STEP}`);
  return total;
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Runs `load` in one transaction in which the owner may write rows of every realm in any order: the tables are empty, row
 * security doesn't bind the owner, no trigger fires and no foreign key is checked. Afterwards all of it holds again, and the
 * foreign keys have checked every row.
 */
async function withLoadableTables(
  client: Client,
  tables: readonly Table[],
  load: () => Promise<void>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    const names = tables.map(({ sql }) => sql);
    const forced = await listForced(client, names);
    const keys = await listForeignKeys(client, names);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const table of forced) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    for (const table of names) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${names.join(', ')}`);
    await load();
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const table of names) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const table of forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function listForced(client: Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relforcerowsecurity AND c.oid = ANY ($1::regclass[])`,
    [names],
  );
  return rows.map(({ name }) => name);
}

async function listForeignKeys(client: Client, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name,
      pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::regclass[])
     ORDER BY k.oid`,
    [names],
  );
  return rows;
}
