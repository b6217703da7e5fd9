/**
 * `npm run release -- <version> [--dry-run] [--key FILE]`: makes a release of this commit: version, changelog, notes, commit and tag,
 * contents with licenses, signed modules, images, checksums. Its files are in tmp/release/<version>. It pushes nothing. `--key` is the
 * private key for modules. Exit code 1: it says what is in the way, and nothing has changed.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Scratch } from '../prove/installation/scratch.ts';
import { root } from '../start/settings.mjs';
import { buildImages } from './images.ts';
import { signModules } from './modules.ts';
import { refusedLicenses, writeProductContents } from './product-contents.ts';
import { release } from './release.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, key: { type: 'string' } },
});
const [version] = positionals;
if (version === undefined || positionals.length > 1) {
  console.error('usage: npm run release -- <version> [--dry-run] [--key FILE]');
  process.exit(2);
}

function contents(copy: string, folder: string): string {
  const document = writeProductContents(copy, folder);
  const refused = refusedLicenses(document);
  if (refused.length > 0) throw new Error(`nobody has agreed to the license of ${refused.join(', ')}`);
  return `sbom.cdx.json and licenses.md, of ${document.components.length} packages`;
}

mkdirSync(path.join(root, 'tmp'), { recursive: true });
await using scratch = new Scratch('release', { within: path.join(root, 'tmp') });
try {
  await release(
    {
      root,
      scratch: scratch.folder,
      version,
      day: new Date().toISOString().slice(0, 10),
      // Without `--` npm takes the option for itself.
      isDryRun: values['dry-run'] || process.env.npm_config_dry_run === 'true',
      key: values.key && path.resolve(values.key),
      log: console.log,
    },
    { contents, modules: signModules, images: buildImages },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
