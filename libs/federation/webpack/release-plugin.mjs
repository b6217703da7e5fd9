// Turns a remote's build into a release: fingerprints in its manifest, and a module.json that names it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const manifestName = 'mf-manifest.json';
const digest = (algorithm, content) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * After emit: adds `fingerprints` (file → SRI sha384 of every script) to mf-manifest.json and writes module.json:
 * the folder's own one with `version` (the product's, and a hash of the content) and `integrity` (SRI sha256 of the
 * manifest). While developing every save changes them: no fingerprints, and `unchecked`.
 */
export class ReleasePlugin {
  constructor({ dir, version }) {
    this.dir = dir;
    this.version = version;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('Release', (compilation) => {
      compilation.fileDependencies.add(path.join(this.dir, 'module.json'));
    });
    compiler.hooks.afterEmit.tapPromise('Release', (compilation) => this.release(compiler, compilation));
  }

  async release(compiler, compilation) {
    const fs = compiler.outputFileSystem;
    const read = promisify(fs.readFile.bind(fs));
    const write = promisify(fs.writeFile.bind(fs));
    const at = (name) => path.join(compilation.outputOptions.path, name);

    const production = compilation.options.mode === 'production';
    const scripts = production ? compilation.getAssets().filter(({ name }) => name.endsWith('.js')) : [];
    const fingerprints = {};
    for (const { name } of scripts.sort((a, b) => a.name.localeCompare(b.name))) {
      fingerprints[name] = digest('sha384', await read(at(name)));
    }
    const manifest = JSON.stringify({ ...JSON.parse(await read(at(manifestName), 'utf8')), fingerprints });
    await write(at(manifestName), manifest);

    const own = JSON.parse(readFileSync(path.join(this.dir, 'module.json'), 'utf8'));
    const content = createHash('sha256')
      .update(JSON.stringify([own, manifest]))
      .digest('hex')
      .slice(0, 10);
    const release = {
      ...own,
      version: `${this.version}-${content}`,
      integrity: production ? digest('sha256', manifest) : 'unchecked',
    };
    await write(at('module.json'), `${JSON.stringify(release, null, 2)}\n`);
  }
}
