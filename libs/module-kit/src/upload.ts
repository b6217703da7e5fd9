import { readFile } from 'node:fs/promises';
import type { ReleaseFile } from './release-folder.ts';
import type { Connection } from './server/connection.ts';

/** How many files are sent at a time. */
const parallel = 4;

/** Sends files to an upload, several at a time; the first failure ends the others. */
export async function sendFiles(
  connection: Connection,
  uploadId: number,
  files: readonly ReleaseFile[],
): Promise<void> {
  const aborting = new AbortController();
  const waiting = files.values();
  const sendRemaining = async () => {
    for (const file of waiting) {
      aborting.signal.throwIfAborted();
      await connection.send({
        method: 'PUT',
        path: `/api/publishing/releases/${uploadId}/files/${file.sha256}`,
        bytes: new Uint8Array(await readFile(file.path)),
        signal: aborting.signal,
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, sendRemaining));
  } finally {
    aborting.abort();
  }
}
