import { open } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../platform/retention/row-archive';

const NEWLINE = '\n'.charCodeAt(0);

/**
 * Appends lines to a file that only its owner reads; they are on disk when this returns. The file is opened each time, so
 * that it can be renamed or replaced in between. A line that an earlier attempt left unfinished is ended first.
 */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const isUnfinished = size > 0 && last[0] !== NEWLINE;
    await handle.writeFile(`${isUnfinished ? '\n' : ''}${lines.join('\n')}\n`);
    await handle.sync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}
