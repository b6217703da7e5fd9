import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, defineCommand } from '../command.ts';
import { refusal, usageError } from '../failure.ts';
import { isPublicKey, isSignedBy, keyIdOf } from '../keys.ts';
import { parseReleaseName } from '../module-name.ts';
import { manifestFile } from '../release.ts';
import { formatBytes, readRelease, readSignature } from '../release-folder.ts';
import { connect, serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[dist] [--key PUBLIC] | <name>@<version> --to URL',
  help: [
    'Compares every file of a folder, or of a published release, with its signed module.json.',
    '--key PUBLIC        the public key, as keygen prints it, or a file with it',
    ...serverHelp,
  ],
  options: { key: { type: 'string' }, ...serverOptions },
  positionals: [0, 1],
  run: async ({ values, positionals: [target = 'dist'], ...context }) => {
    const isFolder = existsSync(path.resolve(context.cwd, target));
    if (isFolder && values.to !== undefined)
      throw usageError(`${target} is a folder; name a published release, e.g. mf-x@1.2.3`);
    if (!isFolder && values.key !== undefined) throw usageError(`There is no folder ${target}`);
    return isFolder ? verifyFolder(target, values.key, context) : verifyPublished(target, values, context);
  },
});

async function verifyFolder(dist: string, key: string | undefined, { cwd, report }: Context) {
  const folder = path.resolve(cwd, dist);
  const publicKey = key === undefined ? undefined : readPublicKey(key, cwd);
  const release = await report.step(
    ({ files, bytes }) => `Compared ${files.length} files, ${formatBytes(bytes)}, with module.json`,
    () => readRelease(folder, dist),
  );
  const signed = await readSignature(folder, dist);
  const { name, version } = release.manifest;
  const result = { name, version, files: release.files.length, bytes: release.bytes, key: signed.key };
  if (publicKey === undefined) {
    report.line(
      `Every file of ${name} ${version} is as its ${manifestFile} lists it. The signature was not checked: to check that the key ${signed.key} made it, give the public key with --key`,
    );
    return { ...result, signature: 'unverified' };
  }
  if (keyIdOf(publicKey) !== signed.key)
    throw refusal(`${name} ${version} is signed by the key ${signed.key}, not by ${keyIdOf(publicKey)}`);
  if (!isSignedBy(release.manifestText, signed.signature, publicKey))
    throw refusal(`The signature of ${name} ${version} is wrong`);
  report.line(`${name} ${version} is signed by the key ${signed.key}`);
  return { ...result, signature: 'valid' };
}

/** The key itself, or the content of a file that holds it. */
function readPublicKey(key: string, cwd: string): string {
  if (isPublicKey(key)) return key;
  const file = path.resolve(cwd, key);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (isPublicKey(text)) return text;
  throw usageError(`${key} is neither a public key, as keygen prints it, nor a file with one`);
}

async function verifyPublished(
  target: string,
  options: { to?: string; 'token-file'?: string },
  context: Context,
): Promise<object> {
  const { name, version } = parseReleaseName(target, context.cwd);
  const connection = await connect(options, context);
  const path = `/api/publishing/modules/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}/verify`;
  return context.report.step(
    () => `The server has every file of ${name} ${version} as signed`,
    () => connection.send<object>({ method: 'GET', path }),
  );
}
