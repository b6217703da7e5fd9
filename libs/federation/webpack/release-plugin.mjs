// Turns a module's build into a release: a module.json that describes it and lists the fingerprint of every file.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadIcons } from './icon-drawings.mjs';
import { packageOf, shellRange } from './shared.mjs';
import { listUsedNames } from './used-names.mjs';

const name = 'Release';
const federationManifest = 'mf-manifest.json';
/** A list of the federation plugin's that nothing reads at run time. */
const federationStats = 'mf-stats.json';
const fingerprint = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * Emits module.json, the `ReleaseManifest` of libs/domain/src/module-release.ts: what the folder's own module.json says,
 * with the version, what it takes from the shell, its first scripts, and the SHA-256 of each file. A development build has no
 * fingerprints, since every save would change them.
 */
export class ReleasePlugin {
  /**
   * @param {object} options
   * @param {string} options.dir the module's folder
   * @param {string} options.version a release's version, or its beginning
   * @param {boolean} options.versionsByContent whether a hash of the content completes the version
   * @param {(name: string) => string} options.versionOf the version of a shared package
   */
  constructor({ dir, version, versionsByContent, versionOf }) {
    this.dir = dir;
    this.source = path.join(dir, 'module.json');
    this.version = version;
    this.versionsByContent = versionsByContent;
    this.versionOf = versionOf;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const { PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER, PROCESS_ASSETS_STAGE_REPORT } = compilation.constructor;
      let uses = {};
      compilation.fileDependencies.add(this.source);
      compilation.hooks.afterOptimizeDependencies.tap(name, () => {
        uses = listUsedNames(compilation);
      });
      // The federation plugin, listed before, emits its files at this stage; the compression of files comes after.
      compilation.hooks.processAssets.tap({ name, stage: PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER }, () => {
        if (compilation.getAsset(federationStats)) compilation.deleteAsset(federationStats);
        compilation.updateAsset(
          federationManifest,
          (source) => new compiler.webpack.sources.RawSource(withoutUpdates(source.source().toString())),
        );
      });
      compilation.hooks.processAssets.tapPromise({ name, stage: PROCESS_ASSETS_STAGE_REPORT }, async () => {
        const release = await this.describe(compilation, uses);
        const text = `${JSON.stringify(release, null, 2)}\n`;
        compilation.emitAsset('module.json', new compiler.webpack.sources.RawSource(text));
      });
    });
  }

  /** The release's description, without its content's hash while that is computed. */
  async describe(compilation, uses) {
    const contentOf = (file) => compilation.getAsset(file).source.buffer();
    const files = compilation.getAssets().map((asset) => asset.name);
    const isRelease = compilation.options.mode === 'production';
    const own = JSON.parse(readFileSync(this.source, 'utf8'));
    if (!own.owner) throw new Error('module.json lacks "owner", the team that answers for the module');

    const description = {
      format: 1,
      name: own.name,
      title: own.title,
      owner: own.owner,
      version: `${this.version}-dev`,
      shell: own.shell ?? shellRange,
      packages: this.packagesOf(uses),
      uses,
      permissions: permissionsOf([
        ...own.routes,
        ...(own.slots ?? []),
        ...(own.entities ?? []).flatMap(({ read, write }) => [read, write]),
      ]),
      routes: own.routes,
      nav: await this.draw(own.nav),
      ...(own.slots && { slots: own.slots }),
      ...(own.entities && { entities: own.entities }),
      first: firstScripts(JSON.parse(contentOf(federationManifest).toString())),
      files: isRelease
        ? Object.fromEntries(files.sort().map((file) => [file, fingerprint(contentOf(file))]))
        : {},
    };
    if (!isRelease) return description;
    const hash = createHash('sha256').update(JSON.stringify(description)).digest('hex').slice(0, 10);
    return { ...description, version: this.versionsByContent ? `${this.version}-g${hash}` : this.version };
  }

  packagesOf(uses) {
    const names = [...new Set(Object.keys(uses).map(packageOf))].sort();
    return Object.fromEntries(names.map((one) => [one, `^${this.versionOf(one)}`]));
  }

  async draw(nav) {
    const drawingOf = await loadIcons(this.dir);
    return Promise.all(nav.map(async (entry) => ({ ...entry, drawing: await drawingOf(entry.icon) })));
  }
}

/** The federation manifest without the updates of a development build, which a page must not run when it starts. */
function withoutUpdates(manifest) {
  const { exposes, ...rest } = JSON.parse(manifest);
  const initial = (names) => names.filter((one) => !one.includes('.hot-update.'));
  const scripts = ({ sync, async }) => ({ sync: initial(sync), async: initial(async) });
  return JSON.stringify({
    ...rest,
    exposes: exposes.map(({ assets, ...one }) => ({ ...one, assets: { ...assets, js: scripts(assets.js) } })),
  });
}

/** The permissions that routes, slots and entities name, once each. */
const permissionsOf = (users) =>
  [...new Set(users.filter(({ action }) => action).map(({ action, reach }) => `${action}:${reach}`))].sort();

/** The scripts without which no page of the module can start: its entry, and those that the entry imports. */
function firstScripts({ metaData: { remoteEntry }, exposes }) {
  return [
    ...new Set([remoteEntry.path + remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)]),
  ];
}
