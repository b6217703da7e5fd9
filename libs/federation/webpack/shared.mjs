// What the shell and the remotes share at run time: one copy of everything that holds state or a React context.
import { aliases } from '../../../tools/build/aliases.mjs';

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
 * The entries of our own libs. MUI and React Router are shared as `@tessera/ui/mui` and
 * `@tessera/federation/router`: a package that is shared itself is fetched whole. `@tessera/ui/task-reasons` is for the
 * service worker, which is a separate build; those of releases hold little more than types in the browser.
 */
export const sharedLibs = Object.keys(aliases)
  .map((alias) => alias.replace(/\$$/, ''))
  .filter((name) => !/\/(testing|task-reasons|module-(release|rules|compatibility))$/.test(name));

/**
 * The `shared` option of the federation plugin.
 *
 * Only the shell provides our libs: two copies would mean two sessions and two caches. A remote bundles none
 * (`import: false`) and accepts any version (`requiredVersion: false`). They have no package.json; their version is the
 * product's.
 *
 * @param {string} version the product's
 * @param {boolean} isShell whether this build is the one that provides our libs
 */
export const sharedModules = (version, isShell) => ({
  ...Object.fromEntries(packages.map((name) => [name, { singleton: true }])),
  ...Object.fromEntries(
    sharedLibs.map((name) => [
      name,
      { singleton: true, version, requiredVersion: false, ...(isShell ? {} : { import: false }) },
    ]),
  ),
});
