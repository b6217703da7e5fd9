// What the configurations know about this workspace. Modules elsewhere take the same things from installed packages.
import path from 'node:path';
import { aliases, root } from '../../../tools/workspace/build/aliases.mjs';
import { readPackage } from './versions.mjs';

const libs = ['api', 'data-table', 'domain', 'federation', 'product-ui', 'ui'];

export const workspace = {
  root,
  /** The product's version. */
  version: readPackage(root).version,
  /** Import names of the libs' sources. */
  aliases,
  /** The versions of our packages, by name. */
  packageVersions: Object.fromEntries(
    libs.map((name) => [`@tessera/${name}`, readPackage(path.join(root, 'libs', name)).version]),
  ),
};
