import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type S3Server, startS3 } from '../../../test/s3-server';
import type { S3Settings } from '../../platform/config/module-store-settings';
import { FolderStore } from './folder-store';
import { type ModuleStore, sha256Of } from './module-store';
import { S3Store } from './s3-store';

const bytes = Buffer.from('console.log("tasks")');
const sha256 = sha256Of(bytes);

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-store-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

async function listAll(store: ModuleStore): Promise<string[]> {
  const all: string[] = [];
  for await (const some of store.list()) all.push(...some);
  return all.sort();
}

let opened = 0;
/** Opens an empty place as often as needed, like several processes. */
const stores: [string, () => () => ModuleStore][] = [
  [
    'a folder',
    () => {
      const place = path.join(folder, `modules-${(opened += 1)}`);
      return () => new FolderStore(place);
    },
  ],
  [
    'a bucket of an S3 service',
    () => {
      const prefix = ['modules', String((opened += 1))];
      return () => new S3Store({ ...s3.settings, prefix }, 5);
    },
  ],
];

describe.each(stores)('%s as the store of modules', (_, make) => {
  let open: () => ModuleStore;
  let store: ModuleStore;
  beforeEach(() => {
    open = make();
    store = open();
  });

  it('gives back what it stored, also to another process, and null for what it never had', async () => {
    expect(await store.read(sha256)).toBeNull();
    await store.put(sha256, bytes);
    expect(await open().read(sha256)).toEqual(bytes);
  });

  it('lists those of the hashes that it has', async () => {
    const missing = Array.from({ length: 40 }, (__, i) => sha256Of(Buffer.from(`other ${i}`)));
    expect(await store.has([sha256, ...missing])).toEqual(new Set());
    await store.put(sha256, bytes);
    expect(await store.has([...missing, sha256])).toEqual(new Set([sha256]));
  });

  it('lists what it has in batches, and removes files for every process', async () => {
    const files = Array.from({ length: 12 }, (__, i) => Buffer.from(`file ${i}`));
    expect(await listAll(store)).toEqual([]);
    for (const file of files) await store.put(sha256Of(file), file);
    const hashes = files.map(sha256Of).sort();
    expect(await listAll(open())).toEqual(hashes);
    const [first = '', ...rest] = hashes;
    await store.remove([first, sha256]);
    await store.remove([first]);
    expect(await listAll(open())).toEqual(rest);
    expect(await open().read(first)).toBeNull();
    await open().remove(rest);
    expect(await listAll(store)).toEqual([]);
  });

  it('keeps every byte of a large file', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, Buffer.from([0, 255, 10, 13, 128]));
    await store.put(sha256Of(large), large);
    expect((await store.read(sha256Of(large)))?.equals(large)).toBe(true);
  });

  it('stores nothing under a hash that the bytes do not have', async () => {
    const other = sha256Of(Buffer.from('other'));
    await expect(store.put(other, bytes)).rejects.toThrow(/hash/);
    expect(await store.read(other)).toBeNull();
  });

  it('has one whole file when several processes store it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => open().put(sha256, bytes)));
    expect(await store.read(sha256)).toEqual(bytes);
  });

  it.each(['../secret', sha256.toUpperCase(), sha256.slice(1), `${sha256}/..`, ''])(
    'refuses the name %p',
    async (name) => {
      await expect(async () => store.read(name)).rejects.toThrow(/SHA-256/);
      await expect(async () => store.has([name])).rejects.toThrow(/SHA-256/);
      await expect(async () => store.put(name, bytes)).rejects.toThrow(/SHA-256/);
      await expect(async () => store.remove([name])).rejects.toThrow(/SHA-256/);
    },
  );
});

describe('a folder as the store of modules', () => {
  const fileOf = (at: string) => path.join(at, sha256.slice(0, 2), sha256);

  it('repairs a damaged file when it is stored again', async () => {
    const at = path.join(folder, 'damaged');
    const store = new FolderStore(at);
    await store.put(sha256, bytes);
    writeFileSync(fileOf(at), 'damaged');
    await store.put(sha256, bytes);
    expect(await store.read(sha256)).toEqual(bytes);
  });

  it('lists nothing but its own files', async () => {
    const at = path.join(folder, 'strange');
    const store = new FolderStore(at);
    await store.put(sha256, bytes);
    mkdirSync(path.join(at, 'other'));
    writeFileSync(path.join(at, 'other', sha256), bytes);
    writeFileSync(path.join(at, sha256.slice(0, 2), `${sha256}.copy`), bytes);
    writeFileSync(path.join(at, sha256), bytes);
    expect(await listAll(store)).toEqual([sha256]);
  });

  it('removes what an interrupted write left behind a day ago, and nothing newer', async () => {
    const at = path.join(folder, 'interrupted');
    const store = new FolderStore(at);
    await store.put(sha256, bytes);
    const inside = path.dirname(fileOf(at));
    for (const name of ['old.part', 'new.part']) writeFileSync(path.join(inside, name), 'half');
    utimesSync(path.join(inside, 'old.part'), 0, 0);
    await store.removePartial();
    expect(readdirSync(inside).sort()).toEqual([sha256, 'new.part'].sort());
  });

  it('leaves no partial file behind', async () => {
    const at = path.join(folder, 'partial');
    await Promise.all(Array.from({ length: 20 }, () => new FolderStore(at).put(sha256, bytes)));
    expect(readdirSync(path.dirname(fileOf(at)))).toEqual([sha256]);
  });
});

describe('a bucket as the store of modules', () => {
  /** An S3 service that answers everything with this status. */
  async function answering(status: number, use: (settings: S3Settings) => Promise<void>): Promise<void> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status, { Location: '/elsewhere' }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await use({ ...s3.settings, endpoint });
    } finally {
      server.close();
    }
  }

  it('is rejected with a wrong key, without the key in the error', async () => {
    const store = new S3Store({ ...s3.settings, secretAccessKey: 'a wrong secret' });
    const rejected = /^The S3 service answered (PUT|GET|HEAD|DELETE) with 403$/;
    await expect(store.put(sha256, bytes)).rejects.toThrow(rejected);
    await expect(store.read(sha256)).rejects.toThrow(rejected);
    await expect(store.has([sha256])).rejects.toThrow(rejected);
    await expect(listAll(store)).rejects.toThrow(rejected);
    await expect(store.remove([sha256])).rejects.toThrow(rejected);
  });

  it('lists nothing of a store whose prefix begins with its own', async () => {
    const prefix = ['modules', 'nested'];
    const store = new S3Store({ ...s3.settings, prefix });
    await new S3Store({ ...s3.settings, prefix: [...prefix, 'inner'] }).put(sha256, bytes);
    expect(await listAll(store)).toEqual([]);
    const other = Buffer.from('other');
    await store.put(sha256Of(other), other);
    expect(await listAll(store)).toEqual([sha256Of(other)]);
  });

  it('that does not exist is no empty store', async () => {
    const store = new S3Store({ ...s3.settings, bucket: 'no-such-bucket' });
    await expect(store.put(sha256, bytes)).rejects.toThrow(/404/);
    await expect(store.read(sha256)).rejects.toThrow(/404/);
    await expect(listAll(store)).rejects.toThrow(/404/);
    await expect(store.remove([sha256])).rejects.toThrow(/404/);
  });

  it('repeats a request whose connection is lost', async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 1) request.socket.destroy();
      else response.writeHead(200).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    try {
      const store = new S3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });
      expect(await store.has([sha256])).toEqual(new Set([sha256]));
      expect(requests).toBe(2);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it.each([301, 500, 503])('that answers %i is a failure, never a missing file', (status) =>
    answering(status, async (settings) => {
      const store = new S3Store(settings);
      await expect(store.read(sha256)).rejects.toThrow();
      await expect(store.has([sha256])).rejects.toThrow();
      await expect(store.put(sha256, bytes)).rejects.toThrow();
      await expect(listAll(store)).rejects.toThrow();
      await expect(store.remove([sha256])).rejects.toThrow();
    }),
  );
});
