import {
  type BillOfMaterials,
  describePackages,
  licenseOf,
  readLockedPackages,
  writeBillOfMaterials,
} from './bill-of-materials.ts';

/**
 * MIT-0 is MIT without the duty to repeat its text. MPL-2.0 binds changes of the package's own files only; OFL-1.1 is of fonts; CC-BY-4.0 is of the table of browsers, which only builds
 * read.
 */
const ACCEPTED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  '(MIT OR CC0-1.0)',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
]);

/** Writes what the product consists of on every platform into a folder: its packages, without those that only developers need. */
export function writeProductContents(root: string, folder: string): BillOfMaterials {
  const document = describePackages(
    root,
    readLockedPackages(root).filter(({ dev }) => !dev),
  );
  writeBillOfMaterials(folder, document);
  return document;
}

/** The packages with a license that nobody has agreed to, such as `left-pad: WTFPL`. */
export const refusedLicenses = ({ components }: BillOfMaterials): string[] =>
  components
    .filter((component) => !ACCEPTED.has(licenseOf(component)))
    .map((component) => `${component.name}: ${licenseOf(component)}`);
