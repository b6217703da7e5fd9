import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A package of the product. */
interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** A CycloneDX document, as npm makes it. */
export interface BillOfMaterials {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** A package of package-lock.json, by its folder, such as `node_modules/react`. */
export interface LockedPackage {
  folder: string;
  /** Only developers need it. */
  dev?: boolean;
  name?: string;
  version?: string;
}

/** Packages without a field for it in package-lock.json, and the license of their README or package.json. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { pause: 'MIT', 'passport-strategy': 'MIT' };

/** The license of a package, as an SPDX expression; `none` if nobody has stated one. */
export const licenseOf = ({ name, licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' AND ') ||
  (STATED_ELSEWHERE[name] ?? 'none');

/** The name of a package in the documents, such as `react@19.3.1`. */
export const referenceOf = ({ folder, name, version }: LockedPackage): string =>
  `${name ?? folder.split('node_modules/').at(-1)}@${version}`;

/** The packages of package-lock.json in a folder. */
export function readLockedPackages(root: string): LockedPackage[] {
  const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Omit<LockedPackage, 'folder'>> };
  return Object.entries(packages).flatMap(([folder, entry]) => (folder === '' ? [] : [{ ...entry, folder }]));
}

/**
 * Describes packages of a folder's package-lock.json. The same ones give the same document: npm's number and time are left out, and the
 * product has its name, not its folder's.
 */
export function describePackages(root: string, packages: readonly LockedPackage[]): BillOfMaterials {
  const text = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const { serialNumber: _number, ...document } = JSON.parse(text) as BillOfMaterials;
  const { timestamp: _time, ...metadata } = document.metadata;
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string };
  // npm's own --omit=dev also leaves out what the product shares with a tool of developers (npm/cli issue 7909).
  const references = new Set(packages.map(referenceOf));
  const own = metadata.component['bom-ref'];
  return {
    ...document,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: document.components.filter((component) => references.has(component['bom-ref'])),
    dependencies: document.dependencies
      .filter(({ ref }) => ref === own || references.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => references.has(one)) })),
  };
}

/** Writes `sbom.cdx.json` and `licenses.md`, the packages by license with the texts of those licenses that are given, into a folder. */
export function writeBillOfMaterials(
  folder: string,
  document: BillOfMaterials,
  texts: readonly { title: string; text: string }[] = [],
): void {
  const byLicense = [...Map.groupBy(document.components, licenseOf)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const sections = byLicense.map(([license, found]) =>
    [`## ${license}`, '', ...found.map(({ name, version }) => `- ${name} ${version}`).sort()].join('\n'),
  );
  const textSections = texts.map(({ title, text }) => `## Text of ${title}\n\n~~~~\n${text.trim()}\n~~~~`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(document, null, 2)}\n`);
  writeFileSync(
    path.join(folder, 'licenses.md'),
    `${['# Licenses', ...sections, ...textSections].join('\n\n')}\n`,
  );
}
