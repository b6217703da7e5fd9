import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import type { Pack } from 'tar-stream';
import { syncFolder } from '../../platform/retention/row-archive';

/** The parts of a backup file, which is a gzipped tar that age encrypts: `age -d file | tar xz` opens it too. */
export const entryNames = {
  /** First: what was backed up. */
  header: 'header.json',
  /** Rows of a table in COPY's text format; a table may have several parts. */
  table: (sql: string, part: number) => `tables/${sql}/${String(part).padStart(6, '0')}.copy`,
  /** A file of the modules' store, under its SHA-256. */
  module: (sha256: string) => `modules/${sha256}`,
  /** The secrets and other settings of the installation. */
  settings: 'settings.json',
  /** Last: the counts that a restored copy must have. */
  summary: 'summary.json',
} as const;

/** `workFactor`: the base-2 logarithm of what deriving the key costs; missing: age's own, a second or two. */
export type Encryption = { passphrase: string; workFactor?: number };

/** Adds a part to the backup; resolves when it has been handed on. */
export type AddEntry = (name: string, content: Buffer) => Promise<void>;

/**
 * Writes a backup file: `write` adds its parts. The file has its name only when it is whole and on disk; what a failure
 * leaves is removed. Returns its size in bytes.
 */
export async function writeBackupFile(
  file: string,
  { passphrase, workFactor }: Encryption,
  write: (add: AddEntry) => Promise<void>,
): Promise<number> {
  const { pack } = await import('tar-stream');
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  const draft = `${file}.part`;
  const tar = pack();
  const compressed = createGzip();
  const written = (async () => {
    const source = Readable.toWeb(compressed) as ReadableStream<Uint8Array>;
    const encrypted = await encrypter.encrypt(source);
    await pipeline(
      Readable.fromWeb(encrypted as ReadableStream<Uint8Array>),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
  })();
  const sent = pipeline(tar, compressed);
  try {
    const content = (async () => {
      await write((name, bytes) => addEntry(tar, name, bytes));
      tar.finalize();
      await sent;
    })();
    // A full disk ends the writing while `write` waits for room.
    await Promise.race([Promise.all([content, written]), written.then(() => content)]);
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return (await stat(file)).size;
  } catch (error) {
    tar.destroy();
    compressed.destroy();
    await Promise.allSettled([sent, written]);
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Reads the parts of a backup file in their order; `visit` gets each. Throws for a wrong passphrase, and for a file that was
 * changed, cut off or put together from others.
 */
export async function readBackupFile(
  file: string,
  passphrase: string,
  visit: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const { extract } = await import('tar-stream');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = (await open(file)).createReadStream();
  const input = Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>;
  try {
    const decrypted = await decrypter.decrypt(input).catch((error: unknown) => {
      throw new Error(`${file} can't be opened: it is no backup, or the passphrase is another one`, {
        cause: error,
      });
    });
    const entries = extract();
    const fed = pipeline(Readable.fromWeb(decrypted as ReadableStream<Uint8Array>), createGunzip(), entries);
    fed.catch((error: unknown) => entries.destroy(error as Error));
    let last = '';
    try {
      for await (const entry of entries) {
        last = entry.header.name;
        await visit(last, entry as AsyncIterable<Buffer>);
        entry.resume();
      }
      await fed;
    } catch (error) {
      entries.destroy();
      // When `visit` has thrown, the streams end because the entries do; else they have failed by themselves.
      const reason = await fed.catch((failure: unknown) => failure);
      if (!reason || (reason as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      throw new Error(`${file} is damaged or was cut off: use another backup`, { cause: error });
    }
    if (last !== entryNames.summary) throw new Error(`${file} ends too early`);
  } finally {
    source.destroy();
    await finished(source).catch(() => undefined);
  }
}

/** The whole content of a part. */
export async function readBuffer(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The JSON of a part, which only a backup with the right passphrase has. */
export const readJson = async <T>(content: AsyncIterable<Buffer>): Promise<T> =>
  JSON.parse((await readBuffer(content)).toString()) as T;

function addEntry(tar: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The backup could not be written'));
    tar.once('close', fail);
    const entry = tar.entry({ name, size: content.length, mtime: new Date(0) }, (error) => {
      tar.off('close', fail);
      if (error) reject(error);
      else resolve();
    });
    entry.on('error', reject);
    entry.end(content);
  });
}
