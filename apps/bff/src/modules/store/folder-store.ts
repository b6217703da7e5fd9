import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../platform/retention/row-archive';
import { assertContent, assertSha256, isSha256, ModuleStore, throwFirst } from './module-store';

/** How long a file that is being written is left alone: longer than any write takes. */
const PARTIAL_KEPT_MS = 24 * 60 * 60_000;

/** A store in a folder, which several server processes may share: `ab/abcd…` for the hash `abcd…`. */
export class FolderStore extends ModuleStore {
  constructor(private readonly folder: string) {
    super();
  }

  /** Writes beside the file and renames, so that no process ever reads a part of it. */
  async put(sha256: string, bytes: Buffer): Promise<void> {
    assertContent(sha256, bytes);
    const target = this.fileOf(sha256);
    const temporary = `${target}.${randomUUID()}.part`;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      await writeDurably(temporary, bytes);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(path.dirname(target));
  }

  async has(sha256s: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(sha256s.map((sha256) => isFile(this.fileOf(sha256))));
    return new Set(sha256s.filter((_, i) => found[i]));
  }

  async read(sha256: string): Promise<Buffer | null> {
    const file = this.fileOf(sha256);
    return readFile(file).catch((error: unknown) => nullIfMissing(error));
  }

  async *list(): AsyncIterable<string[]> {
    for (const name of await this.listFolders()) {
      const files = await readdir(path.join(this.folder, name));
      yield files.filter((file) => isSha256(file) && file.startsWith(name));
    }
  }

  async removePartial(): Promise<void> {
    const before = Date.now() - PARTIAL_KEPT_MS;
    for (const name of await this.listFolders()) {
      const folder = path.join(this.folder, name);
      const partial = (await readdir(folder)).filter((file) => file.endsWith('.part'));
      for (const file of partial.map((one) => path.join(folder, one))) {
        const found = await stat(file).catch((error: unknown) => nullIfMissing(error));
        if (found && found.mtimeMs < before) await rm(file, { force: true });
      }
    }
  }

  async remove(sha256s: readonly string[]): Promise<void> {
    const files = sha256s.map((sha256) => this.fileOf(sha256));
    throwFirst(await Promise.allSettled(files.map((file) => rm(file, { force: true }))));
  }

  private async listFolders(): Promise<string[]> {
    const names = (await readdir(this.folder).catch((error: unknown) => nullIfMissing(error))) ?? [];
    return names.filter((entry) => /^[0-9a-f]{2}$/.test(entry));
  }

  private fileOf(sha256: string): string {
    assertSha256(sha256);
    return path.join(this.folder, sha256.slice(0, 2), sha256);
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isFile = async (file: string): Promise<boolean> =>
  (await stat(file).catch((error: unknown) => nullIfMissing(error)))?.isFile() ?? false;

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
