import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFileValues } from './file-values';

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'secret-files-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('reads a secret from its file, without the line break at its end', () => {
  const file = path.join(folder, 'token_secret');
  writeFileSync(file, 'a secret of some length\n');
  expect(readFileValues({ TOKEN_SECRET_FILE: file, PORT: '1' })).toMatchObject({
    TOKEN_SECRET: 'a secret of some length',
    PORT: '1',
  });
});

test('refuses a file that is missing, and a secret that is given twice', () => {
  expect(() => readFileValues({ SEALING_KEYS_FILE: path.join(folder, 'none') })).toThrow('SEALING_KEYS_FILE');
  expect(() => readFileValues({ TOKEN_SECRET: 'a', TOKEN_SECRET_FILE: 'b' })).toThrow("can't both be set");
});
