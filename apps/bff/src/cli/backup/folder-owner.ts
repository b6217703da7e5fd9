import { lstatSync } from 'node:fs';
import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Whose a folder is or, while it isn't there, whose the next one above it is. */
export function ownerOf(folder: string): { uid: number; gid: number } {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats ? { uid: stats.uid, gid: stats.gid } : ownerOf(path.dirname(path.resolve(folder)));
}

/** Gives a folder and everything in it to an owner, which only root may. */
export async function giveFolder(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(path.join(folder, entry), uid, gid);
}
