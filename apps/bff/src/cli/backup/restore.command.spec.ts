import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { giveFolder, ownerOf } from './restore.command';

let home: string;
beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), 'tessera-owner-'))));
afterEach(() => rmSync(home, { recursive: true }));

it('finds the owner of a folder, and of the one that a missing folder will be in', () => {
  const { uid, gid } = statSync(home);
  expect(ownerOf(home)).toEqual({ uid, gid });
  expect(ownerOf(path.join(home, 'store/modules'))).toEqual({ uid, gid });
  expect(ownerOf('/no-such-folder/modules').uid).toBe(statSync('/').uid);
});

it('gives a folder with everything in it', async () => {
  mkdirSync(path.join(home, 'store/ab'), { recursive: true });
  writeFileSync(path.join(home, 'store/ab/abcd'), '');
  // Root may give it to anybody, others to themselves.
  const uid = statSync(home).uid === 0 ? 12_345 : statSync(home).uid;
  await giveFolder(path.join(home, 'store'), { uid, gid: statSync(home).gid });
  expect(['store', 'store/ab', 'store/ab/abcd'].map((one) => statSync(path.join(home, one)).uid)).toEqual(
    Array(3).fill(uid),
  );
});
