import path from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  manifestFile,
  type ReleaseManifest,
  type ReleaseSignature,
  signatureFile,
} from '@tessera/domain/module-release';
import { RateLimit } from '../../platform/access/rate-limit';
import { Transactions } from '../../platform/database/transactions';
import { addressBlock } from '../../platform/http/networks';
import { systemScope } from '../../platform/realm-scope/scope';
import type {
  FileEncoding,
  ModuleFiles,
  ReleaseFile,
  ReleaseFileRequest,
} from '../../platform/web/module-files';
import { WebFiles } from '../../platform/web/web-files';
import { BoundedCache, CheckedFiles } from './checked-files';
import { sha256Of } from './module-store';

/** The types of what builds produce. HTML isn't among them: no file of a module becomes a page of the console's origin. */
const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The type that a file of a module is served with, by its extension. */
const contentTypeOf = (file: string): string =>
  types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';

type ReleaseRow = { manifest: string; signature: string; key_id: string };

/** A release as it is served: its files by path, each with its hash, and those that aren't in the store. */
type ServedRelease = { hashes: ReadonlyMap<string, string>; own: ReadonlyMap<string, Buffer> };

/** Size in memory of the releases whose lists of files are kept. */
const CACHED_BYTES = 32 * 1024 * 1024;

const suffixes: readonly (readonly [FileEncoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const notServed = /\.map(\.br|\.gz)?$/;

/** Serves the files of every recorded release, of this server and others, also those that no page is given. */
@Injectable()
export class ReleaseFiles implements ModuleFiles, OnModuleInit {
  private readonly releases = new BoundedCache<ServedRelease>(CACHED_BYTES);

  constructor(
    private readonly web: WebFiles,
    private readonly transactions: Transactions,
    private readonly files: CheckedFiles,
    private readonly rateLimit: RateLimit,
  ) {}

  onModuleInit(): void {
    this.web.serveModules(this);
  }

  async findFile({
    name,
    version,
    file,
    accepted,
    address,
  }: ReleaseFileRequest): Promise<ReleaseFile | null> {
    // Source maps are for developers, wherever a build may have left them.
    if (notServed.test(file)) return null;
    const release = await this.findRelease(name, version, address);
    if (!release) return null;
    const own = release.own.get(file);
    if (own) return fileOf(file, null, sha256Of(own), () => Promise.resolve(own));
    const sha256 = release.hashes.get(file);
    if (!sha256) return null;
    for (const [encoding, suffix] of suffixes) {
      const copy = accepted.has(encoding) ? release.hashes.get(file + suffix) : undefined;
      if (copy) return fileOf(file, encoding, copy, () => this.files.read(copy));
    }
    return fileOf(file, null, sha256, () => this.files.read(sha256));
  }

  /** A release is cached for good, since it never changes. Looking for an unknown one counts against the address's limit. */
  private async findRelease(name: string, version: string, address: string): Promise<ServedRelease | null> {
    const key = `${name}/${version}`;
    const known = this.releases.get(key);
    if (known) return known;
    this.rateLimit.count('address', addressBlock(address));
    const row = await this.readRelease(name, version);
    if (!row) return null;
    const release = servedRelease(row);
    // Beside the text there are the paths and hashes, about as large again.
    this.releases.set(key, release, 3 * row.manifest.length);
    return release;
  }

  private async readRelease(name: string, version: string): Promise<ReleaseRow | undefined> {
    const [row] = await this.transactions.read(systemScope('modules'), (tx) =>
      tx.query<ReleaseRow>(
        `SELECT r.manifest, r.signature, r.key_id FROM module_releases r JOIN modules m ON m.id = r.module_id
         WHERE m.name = $1 AND r.version = $2 AND r.manifest IS NOT NULL`,
        [name, version],
      ),
    );
    return row;
  }
}

function servedRelease({ manifest, signature, key_id }: ReleaseRow): ServedRelease {
  const { files } = JSON.parse(manifest) as ReleaseManifest;
  const signed: ReleaseSignature = { key: key_id, signature };
  return {
    hashes: new Map(Object.entries(files).map(([file, integrity]) => [file, hexOf(integrity)])),
    own: new Map([
      [manifestFile, Buffer.from(manifest)],
      [signatureFile, Buffer.from(JSON.stringify(signed))],
    ]),
  };
}

const fileOf = (
  file: string,
  encoding: FileEncoding | null,
  sha256: string,
  read: () => Promise<Buffer>,
): ReleaseFile => ({ type: contentTypeOf(file), encoding, tag: `"${sha256.slice(0, 32)}"`, read });

/** The hash of a subresource integrity value, `sha256-` and base64, as a store names it. */
export const hexOf = (integrity: string): string =>
  Buffer.from(integrity.slice('sha256-'.length), 'base64').toString('hex');

/** The hashes of a release's files, from the text of its manifest. */
export const releaseHashes = (manifest: string): string[] =>
  Object.values((JSON.parse(manifest) as ReleaseManifest).files).map(hexOf);
