import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSecrets, saveSecrets, secretsFile } from './secrets.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'tessera-secrets-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('generated secrets', () => {
  it('stay the same across starts and are readable by their owner only', () => {
    const first = openSecrets(folder);
    expect(openSecrets(folder)).toEqual(first);
    expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(first.adminPassword).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(Buffer.from(first.sealingKeys.slice(3), 'base64')).toHaveLength(32);
  });

  it('of a later release are added to the stored ones', () => {
    const { vapidPrivateKey: _missing, ...older } = openSecrets(folder);
    writeFileSync(secretsFile(folder), JSON.stringify(older));
    const next = openSecrets(folder);
    expect(next).toMatchObject(older);
    expect(next.vapidPrivateKey).toMatch(/.{40,}/);
  });

  it('record that they were printed', () => {
    saveSecrets(folder, { ...openSecrets(folder), announced: true });
    expect(openSecrets(folder).announced).toBe(true);
  });
});
