import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { S3Settings } from '../src/platform/config/module-store-settings';

/** A running S3 service with one empty bucket. */
export type S3Server = { settings: S3Settings; close(): Promise<void> };

/** The server checks the signature of every request against this pair, which is its only account. */
const ACCOUNT = 'S3RVER';
const BUCKET = 'tessera';

/** Starts an S3 service as a process of its own, which ends with this one. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-s3-'));
  // It encrypts the tokens of its lists with DES, which OpenSSL has in this provider only.
  const script = ['--openssl-legacy-provider', path.join(__dirname, 's3-process.cjs')];
  const child = spawn(process.execPath, [...script, folder, BUCKET], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The S3 service exited with ${code}`)));
  });
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      prefix: [],
      region: 'us-east-1',
      accessKeyId: ACCOUNT,
      secretAccessKey: ACCOUNT,
    },
    close: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
