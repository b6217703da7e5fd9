import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock, tryLock } from './lock.mjs';
import { identify } from './processes.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'tessera-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = () => path.join(folder, 'x.lock');

describe('a lock', () => {
  it('has one holder and is free after its release', () => {
    const release = tryLock(file());
    expect(release).not.toBeNull();
    expect(tryLock(file())).toBeNull();
    release?.();
    expect(tryLock(file())).not.toBeNull();
  });

  it('expires when its holder has exited, even if the process id is reused', () => {
    writeFileSync(file(), '999999999:1');
    expect(tryLock(file())).not.toBeNull();
    expect(readFileSync(file(), 'utf8')).toBe(identify(process.pid));
    if (process.platform === 'linux') {
      writeFileSync(file(), `${process.pid}:1`);
      expect(tryLock(file())).not.toBeNull();
    }
  });

  it('waits until the lock is free', async () => {
    const release = tryLock(file());
    const waiting = jest.fn();
    const next = lock(file(), waiting);
    await Promise.resolve();
    expect(waiting).toHaveBeenCalledTimes(1);
    release?.();
    expect(await next).toEqual(expect.any(Function));
  });
});
