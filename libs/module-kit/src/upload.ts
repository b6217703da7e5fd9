import { readFile } from 'node:fs/promises';
import type { ReleaseFile } from './release-folder.ts';
import type { Connection } from './server/connection.ts';

/** How many files are sent at a time. */
const parallel = 4;

/** Sends files to an upload, several at a time; the first that fails ends the others. */
export async function sendFiles(
  connection: Connection,
  uploadId: number,
  files: readonly ReleaseFile[],
): Promise<void> {
  const aborting = new AbortController();
  const waiting = files.values();
  const failures: unknown[] = [];
  const sendRemaining = async () => {
    for (const file of waiting) {
      if (aborting.signal.aborted) return;
      await connection.send({
        method: 'PUT',
        path: `/api/publishing/releases/${uploadId}/files/${file.sha256}`,
        bytes: new Uint8Array(await readFile(file.path)),
        signal: aborting.signal,
      });
    }
  };
  const senders = Array.from({ length: parallel }, () =>
    sendRemaining().catch((error: unknown) => {
      failures.push(error);
      aborting.abort();
    }),
  );
  await Promise.all(senders);
  if (failures.length > 0) throw failures[0];
}
