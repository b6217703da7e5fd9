/**
 * `npm run prove -- supply-chain`: writes what the product contains to tmp/supply-chain, as a CycloneDX document (by npm itself) and as
 * a list by license. Exit code 1: a package has a license that nobody has agreed to.
 */
import path from 'node:path';
import { licenseOf } from '../../release/bill-of-materials.ts';
import { refusedLicenses, writeProductContents } from '../../release/product-contents.ts';
import { root } from '../../start/settings.mjs';

const folder = path.join(root, 'tmp/supply-chain');
const document = writeProductContents(root, folder);
for (const [license, found] of Map.groupBy(document.components, licenseOf))
  console.log(`${String(found.length).padStart(4)}  ${license}`);
const refused = refusedLicenses(document);
for (const one of refused) console.error(one);
console.log(`${document.components.length} packages. See ${path.relative(root, folder)}/`);
process.exitCode = refused.length > 0 ? 1 : 0;
