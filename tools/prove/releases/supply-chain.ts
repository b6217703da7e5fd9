/**
 * `npm run prove -- supply-chain`: writes what the product contains to tmp/supply-chain, as a CycloneDX document (by npm itself) and as
 * a list by license. Exit code 1: a package has a license that nobody has agreed to.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** MPL-2.0 binds changes of the package's own files only; OFL-1.1 is of fonts. */
const ACCEPTED = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  '(MIT OR CC0-1.0)',
  'MPL-2.0',
  'OFL-1.1',
]);
/** Packages without a field for it, and the license of their README. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { pause: 'MIT' };

const licenseOf = ({ name, licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' AND ') ||
  (STATED_ELSEWHERE[name] ?? 'none');

const folder = path.join(root, 'tmp/supply-chain');
mkdirSync(folder, { recursive: true });
const document = execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
writeFileSync(path.join(folder, 'sbom.cdx.json'), document);
const { components } = JSON.parse(document) as { components: Component[] };
const byLicense = Map.groupBy(components, licenseOf);
const lines = [...byLicense]
  .sort(([one], [other]) => one.localeCompare(other))
  .flatMap(([license, found]) => [
    `## ${license}`,
    '',
    ...found.map(({ name, version }) => `- ${name} ${version}`).sort(),
    '',
  ]);
writeFileSync(path.join(folder, 'licenses.md'), `# Licenses\n\n${lines.join('\n')}`);
for (const [license, found] of byLicense) console.log(`${String(found.length).padStart(4)}  ${license}`);
const refused = components.filter((component) => !ACCEPTED.has(licenseOf(component)));
for (const component of refused) console.error(`${component.name}: ${licenseOf(component)}`);
console.log(`${components.length} packages. See ${path.relative(root, folder)}/`);
process.exitCode = refused.length > 0 ? 1 : 0;
