import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ShellContract } from '@tessera/domain/module-release';

/** What the shell of a test provides to modules. */
const testContract: ShellContract = {
  version: '1.1.0',
  packages: { '@tessera/ui': '1.1.0' },
  exports: { '@tessera/ui': ['PageHeader'], '@tessera/ui/forms': ['FormDialog', 'TextField'] },
};

/** A folder for `WEB_DIR` with a page and the contract of its shell; null: without a contract. */
export function makeWebFolder(contract: ShellContract | null = testContract): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-web-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Tessera</title>');
  if (contract) writeFileSync(path.join(folder, 'shell-contract.json'), JSON.stringify(contract));
  return folder;
}
