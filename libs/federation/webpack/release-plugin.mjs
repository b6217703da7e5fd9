// Turns a remote's build into a release: fingerprints in its manifest, and a module.json that names it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifestName = 'mf-manifest.json';
const digest = (algorithm, content) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * Adds `fingerprints` (file → SRI sha384 of every script) to mf-manifest.json and emits module.json: the folder's file
 * with `version` (the product's, and a hash of the content) and `integrity` (SRI sha256 of the manifest). Development
 * builds have no fingerprints and `unchecked` as their integrity, since every save would change them.
 */
export class ReleasePlugin {
  constructor({ dir, version }) {
    this.dir = dir;
    this.version = version;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('Release', (compilation) => {
      compilation.fileDependencies.add(path.join(this.dir, 'module.json'));
      // The federation plugin, listed before, emits the manifest at this stage, when every script is final.
      const stage = compilation.constructor.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'Release', stage }, () =>
        this.release(compilation, compiler.webpack.sources.RawSource),
      );
    });
  }

  release(compilation, RawSource) {
    const contentOf = (name) => compilation.getAsset(name).source.buffer();
    const production = compilation.options.mode === 'production';
    const names = compilation.getAssets().map(({ name }) => name);
    const scripts = production ? names.filter((name) => name.endsWith('.js')).sort() : [];
    const fingerprints = Object.fromEntries(scripts.map((name) => [name, digest('sha384', contentOf(name))]));
    const manifest = JSON.stringify({ ...JSON.parse(contentOf(manifestName).toString()), fingerprints });
    compilation.updateAsset(manifestName, new RawSource(manifest));

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
    compilation.emitAsset('module.json', new RawSource(`${JSON.stringify(release, null, 2)}\n`));
  }
}
