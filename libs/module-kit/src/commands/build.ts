import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeErrors, loadConfig, runWebpack } from '../build/webpack.ts';
import { defineCommand } from '../command.ts';
import { refusal } from '../failure.ts';
import { manifestFile, type ReleaseManifest } from '../release.ts';

export default defineCommand({
  usage: '',
  help: ['Builds the module of this folder into dist, ready to be signed and published.'],
  options: {},
  positionals: [0, 0],
  run: async ({ cwd, report }) => {
    const config = await loadConfig(cwd, 'production');
    const dist = config.output?.path ?? path.join(cwd, 'dist');
    return report.step(
      ({ name, version, files, bytes }) =>
        `Built ${name} ${version}: ${files} files, ${Math.ceil(bytes / 1024)} KB, in ${path.relative(cwd, dist) || '.'}`,
      async () => {
        const errors = describeErrors(await runWebpack(config));
        if (errors !== null) throw refusal(`The build failed:\n${errors}`);
        return describeRelease(dist);
      },
    );
  },
});

function describeRelease(dist: string) {
  const manifest = JSON.parse(readFileSync(path.join(dist, manifestFile), 'utf8')) as ReleaseManifest;
  const files = Object.keys(manifest.files);
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(dist, file)).size, 0);
  return { name: manifest.name, version: manifest.version, files: files.length, bytes };
}
