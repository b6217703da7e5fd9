import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineCommand } from '../command.ts';
import { refusal } from '../failure.ts';
import { createPrivateKey } from '../keys.ts';

export default defineCommand({
  usage: '[--out FILE]',
  help: ['--out FILE   where to write the private key; module-key.pem if left out'],
  options: { out: { type: 'string', default: 'module-key.pem' } },
  positionals: [0, 0],
  run: async ({ values, cwd, report }) => {
    const { pem, publicKey, id } = createPrivateKey();
    const file = path.resolve(cwd, values.out);
    try {
      await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw refusal(`${values.out} exists: a key is never overwritten`);
      throw refusal(`${values.out} can't be written: ${(error as Error).message}`);
    }
    report.line(`Private key: ${values.out} (keep it secret, and out of the repository)`);
    report.line(`Public key:  ${publicKey}`);
    report.line(`Key id:      ${id}`);
    report.line(
      'Give the public key to an administrator, who adds it to your publisher on the page Modules.',
    );
    return { file, public_key: publicKey, key: id };
  },
});
