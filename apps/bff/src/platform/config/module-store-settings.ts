import path from 'node:path';
import type { Readers } from './readers';

/** A bucket of an S3-compatible service. */
export type S3Settings = {
  /** The service's address without a path. */
  endpoint: string;
  bucket: string;
  /** The folders within the bucket. */
  prefix: readonly string[];
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Where the files of module releases are kept, the same place for all server processes. */
export type ModuleStoreSettings = { folder: string } | { s3: S3Settings };

/** Reads `MODULE_STORE`: a folder, or `s3://bucket/prefix` with the settings `S3_*`. */
export function readModuleStore(read: Readers, dataDir: string): ModuleStoreSettings {
  const location = read.text('MODULE_STORE') ?? path.join(dataDir, 'modules');
  if (!location.startsWith('s3:')) return { folder: path.resolve(location) };
  const [, bucket = '', prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(location) ?? [];
  if (!bucket) read.fail('MODULE_STORE must be a folder or s3://bucket/prefix');
  const region = read.text('S3_REGION');
  const endpoint = read.url('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`;
  const accessKeyId = read.secret('S3_ACCESS_KEY_ID', true) ?? '';
  const secretAccessKey = read.secret('S3_SECRET_ACCESS_KEY', true) ?? '';
  const segments = prefix.split('/').filter(Boolean);
  return {
    s3: {
      endpoint: endpoint.replace(/\/+$/, ''),
      bucket,
      prefix: segments,
      region,
      accessKeyId,
      secretAccessKey,
    },
  };
}
