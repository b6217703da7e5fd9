import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** What is known of an archive's file; written last, so that a file without it is unfinished. */
export type RowArchive = {
  format: 1;
  kind: string;
  name: string;
  rows: number;
  bytes: number;
  /** Of the compressed file. */
  sha256: string;
  written_at: string;
};

const DATA = '.ndjson.gz';
const MANIFEST = '.json';
const UNFINISHED = '.part';

/**
 * Writes rows, one JSON text each, to `<folder>/<kind>/<name>.ndjson.gz` with a manifest beside it. Both are on disk when this
 * returns. An archive of that name is replaced.
 */
export async function writeRowArchive(
  folder: string,
  kind: string,
  name: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<RowArchive> {
  const file = path.join(folder, kind, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o750 });
  const part = `${file}${DATA}.${randomUUID()}${UNFINISHED}`;
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  try {
    await pipeline(
      Readable.from(
        (async function* () {
          for await (const line of lines) {
            rows += 1;
            yield `${line}\n`;
          }
        })(),
      ),
      createGzip(),
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      }),
      createWriteStream(part, { mode: 0o640, flush: true }),
    );
    await rename(part, file + DATA);
    const manifest: RowArchive = {
      format: 1,
      kind,
      name,
      rows,
      bytes,
      sha256: hash.digest('hex'),
      written_at: new Date().toISOString(),
    };
    const manifestPart = `${file}${MANIFEST}.${randomUUID()}${UNFINISHED}`;
    await writeFile(manifestPart, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o640, flush: true });
    await rename(manifestPart, file + MANIFEST);
    await syncFolder(path.dirname(file));
    return manifest;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The manifests of a folder's archives, by kind and name. */
export async function listRowArchives(folder: string): Promise<RowArchive[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(MANIFEST)).sort();
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as RowArchive),
  );
}

/** Data files that have no manifest: their writing was interrupted, and their rows are still in the database. */
export async function listUnfinished(folder: string): Promise<string[]> {
  const files = new Set(await readdir(folder, { recursive: true }));
  return [...files]
    .filter(
      (file) =>
        file.endsWith(UNFINISHED) ||
        (file.endsWith(DATA) && !files.has(`${file.slice(0, -DATA.length)}${MANIFEST}`)),
    )
    .sort();
}

/** Reads an archive whole; what is wrong with it, or null. */
export async function verifyRowArchive(
  folder: string,
  { kind, name, rows, bytes, sha256 }: RowArchive,
): Promise<string | null> {
  const file = path.join(folder, kind, `${name}${DATA}`);
  try {
    if ((await stat(file)).size !== bytes) return 'its size differs from the manifest';
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) return 'its SHA-256 differs from the manifest';
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
      JSON.parse(line);
      count += 1;
    }
    return count === rows ? null : `it has ${count} rows and the manifest says ${rows}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes the names of new files last through a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
