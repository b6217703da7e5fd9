import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sign from '../../libs/module-kit/src/commands/sign.ts';
import verify from '../../libs/module-kit/src/commands/verify.ts';
import { parsePrivateKey, publicKeyOf } from '../../libs/module-kit/src/keys.ts';
import { createReport } from '../../libs/module-kit/src/report.ts';
import { modules } from '../start/modules.mjs';
import { root } from '../start/settings.mjs';
import { buildApp, linkTree } from '../workspace/check/build-folders.ts';

/** Builds the modules of a copy of this repository, and writes them signed and verified into a folder. Returns what was signed. */
export async function signModules(copy: string, folder: string, keyFile: string): Promise<string> {
  const publicKey = publicKeyOf(parsePrivateKey(readFileSync(keyFile, 'utf8'), keyFile));
  linkTree(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const context = { env: {}, cwd: folder, report: createReport(() => undefined) };
  const signed: string[] = [];
  for (const name of modules) {
    await buildApp(path.join(copy, 'apps', name));
    cpSync(path.join(copy, 'apps', name, 'dist'), path.join(folder, name), { recursive: true });
    await sign.run([name, '--key', keyFile], context);
    const { version, key } = (await verify.run([name, '--key', publicKey], context)) as Record<
      string,
      string
    >;
    signed.push(`${name} ${version} with the key ${key}`);
  }
  return signed.join(', ');
}
