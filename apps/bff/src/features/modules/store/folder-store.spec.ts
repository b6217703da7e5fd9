import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from './folder-store';
import { sha256Of } from './module-store';

const bytes = Buffer.from('console.log("tasks")');
const sha256 = sha256Of(bytes);

let folder: string;
let store: FolderStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-store-'));
  store = new FolderStore(path.join(folder, 'modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (hash: string) => path.join(folder, 'modules', hash.slice(0, 2), hash);

describe('a folder as the store of modules', () => {
  it('gives back what it stored, also to another process, and null for what it never had', async () => {
    expect(await store.read(sha256)).toBeNull();
    await store.put(sha256, bytes);
    expect(await new FolderStore(path.join(folder, 'modules')).read(sha256)).toEqual(bytes);
  });

  it('lists those of the hashes that it has', async () => {
    const missing = sha256Of(Buffer.from('other'));
    expect(await store.has([sha256, missing])).toEqual(new Set());
    await store.put(sha256, bytes);
    expect(await store.has([sha256, missing])).toEqual(new Set([sha256]));
  });

  it('stores nothing under a hash that the bytes do not have', async () => {
    await expect(store.put(sha256Of(Buffer.from('other')), bytes)).rejects.toThrow(/hash/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('repairs a damaged file when it is stored again', async () => {
    await store.put(sha256, bytes);
    writeFileSync(fileOf(sha256), 'damaged');
    await store.put(sha256, bytes);
    expect(await store.read(sha256)).toEqual(bytes);
  });

  it('leaves one whole file when several processes store it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.put(sha256, bytes)));
    expect(readdirSync(path.dirname(fileOf(sha256)))).toEqual([sha256]);
    expect(await store.read(sha256)).toEqual(bytes);
  });

  it.each(['../secret', sha256.toUpperCase(), sha256.slice(1), `${sha256}/..`, ''])(
    'refuses the name %p',
    async (name) => {
      await expect(store.read(name)).rejects.toThrow(/SHA-256/);
      await expect(store.has([name])).rejects.toThrow(/SHA-256/);
      await expect(store.put(name, bytes)).rejects.toThrow(/SHA-256/);
    },
  );
});
