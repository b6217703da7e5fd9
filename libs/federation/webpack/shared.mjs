// What the shell and the modules share at run time: one copy of everything that holds state or a React context.

/** `shellContract` of libs/domain/src/module-release.ts, which plain JavaScript can't import where it is installed. */
export const shellContract = '1.4.0';

/** The range of the shell's contract that modules built with this configuration need. */
export const shellRange = `^${shellContract}`;

/** Packages of others. A name that ends with a slash stands for every entry of that package. */
const packages = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  '@tanstack/react-query',
  'react-hook-form',
  '@emotion/react',
  '@emotion/styled',
];

/**
 * The entries of our own packages. MUI and React Router are shared as `@tessera/ui/mui` and
 * `@tessera/federation/router`: a package that is shared itself is fetched whole.
 */
export const sharedEntries = [
  '@tessera/api',
  '@tessera/data-table',
  '@tessera/data-table/choice-dialog',
  '@tessera/data-table/list-page',
  '@tessera/domain',
  '@tessera/federation',
  '@tessera/federation/router',
  '@tessera/federation/slots',
  '@tessera/product-ui',
  '@tessera/product-ui/budgets',
  '@tessera/product-ui/costs',
  '@tessera/product-ui/seat-map',
  '@tessera/product-ui/slots',
  '@tessera/ui',
  '@tessera/ui/forms',
  '@tessera/ui/mui',
  '@tessera/ui/panels',
  '@tessera/ui/text-field',
];

/** The name of the package that an entry belongs to: `@tessera/ui/forms` → `@tessera/ui`. */
export const packageOf = (entry) => /^(?:@[^/]+\/)?[^/]+/.exec(entry)[0];

const sharedByAll = (options) =>
  Object.fromEntries([...packages, ...sharedEntries].map((name) => [name, options(name)]));

/**
 * The `shared` option of a module's build: the module contains no copy of what is shared and takes any version of it. A
 * release states the versions that it was built with, and one that doesn't fit is refused when it is published.
 */
export const consumedModules = () =>
  sharedByAll(() => ({ singleton: true, import: false, requiredVersion: false }));

/**
 * The `shared` option of the shell's build, which provides everything.
 *
 * @param {(name: string) => string} versionOf the version of a package
 */
export const providedModules = (versionOf) =>
  sharedByAll((name) => ({ singleton: true, version: versionOf(packageOf(name)), requiredVersion: false }));
