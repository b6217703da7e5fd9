/**
 * `node image-contents.ts <output folder>`, while an image is built, in a folder with package-lock.json: writes which of its packages are
 * in node_modules, as a CycloneDX document, and their licenses with the texts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  describePackages,
  readLockedPackages,
  referenceOf,
  writeBillOfMaterials,
} from './bill-of-materials.ts';

const [output] = process.argv.slice(2);
if (!output) throw new Error('Name the output folder');
const installed = readLockedPackages('.').filter(({ folder }) => existsSync(`${folder}/package.json`));
const texts = installed.flatMap((one) =>
  readdirSync(one.folder)
    .filter((name) => /^(?:license|licence|copying|notice)(?:[-.](?!c?js|ts|json)[\w.-]+)?$/i.test(name))
    .sort()
    .map((name) => ({
      title: `${referenceOf(one)}: ${name}`,
      text: readFileSync(path.join(one.folder, name), 'utf8'),
    })),
);
writeBillOfMaterials(output, describePackages('.', installed), texts);
console.log(`${installed.length} packages, ${texts.length} texts of licenses`);
