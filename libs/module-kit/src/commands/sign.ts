import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineCommand } from '../command.ts';
import { usageError } from '../failure.ts';
import { keyIdOf, parsePrivateKey, publicKeyOf, signManifest } from '../keys.ts';
import { type ReleaseSignature, signatureFile } from '../release.ts';
import { checkVersion, readRelease } from '../release-folder.ts';

export default defineCommand({
  usage: '[dist] [--key FILE]',
  help: [
    'Compares every file of a build with module.json and writes module.sig.json beside it.',
    '--key FILE   the private key; TESSERA_MODULE_KEY holds the key itself if left out',
  ],
  options: { key: { type: 'string' } },
  positionals: [0, 1],
  run: async ({ values, positionals: [dist = 'dist'], env, cwd, report }) => {
    const privateKey = await readKey(values.key, env, cwd);
    const folder = path.resolve(cwd, dist);
    const { manifest, manifestText } = await readRelease(folder, dist);
    checkVersion(manifest, dist, cwd);
    const signed: ReleaseSignature = {
      key: keyIdOf(publicKeyOf(privateKey)),
      signature: signManifest(manifestText, privateKey),
    };
    await writeFile(path.join(folder, signatureFile), `${JSON.stringify(signed, null, 2)}\n`);
    const { name, version } = manifest;
    report.line(`Signed ${name} ${version} with the key ${signed.key}`);
    return { name, version, ...signed };
  },
});

async function readKey(file: string | undefined, env: NodeJS.ProcessEnv, cwd: string) {
  const { TESSERA_MODULE_KEY: pem } = env;
  if (file === undefined) {
    if (!pem) throw usageError('Name the private key with --key FILE, or set TESSERA_MODULE_KEY');
    // Some systems keep a secret of several lines as one.
    return parsePrivateKey(pem.replaceAll('\\n', '\n'), 'TESSERA_MODULE_KEY');
  }
  let text: string;
  try {
    text = await readFile(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    throw usageError(`The key can't be read: ${(error as Error).message}`);
  }
  return parsePrivateKey(text, file);
}
