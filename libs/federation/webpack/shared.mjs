// What the shell and the remotes share at run time: one copy each of whatever holds state or a React context.
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
 * Our own libs, each entry on its own. MUI and React Router are shared as `@tessera/ui/mui` and
 * `@tessera/federation/router`: a package that is shared itself is fetched whole. `@tessera/ui/task-reasons` is for the
 * service worker, a build of its own.
 */
const libs = Object.keys(aliases)
  .map((alias) => alias.replace(/\$$/, ''))
  .filter((name) => !/\/(testing|task-reasons)$/.test(name));

/**
 * The `shared` option of the federation plugin.
 *
 * Our libs come from the shell alone, all of them whether it needs them or not: two copies would mean two sessions and
 * two caches. So a remote carries none (`import: false`) and takes whichever version there is (`requiredVersion: false`).
 * They have no package.json of their own; their version is the product's.
 *
 * @param {string} version the product's
 * @param {boolean} isShell whether this build is the one that brings our libs
 */
export const sharedModules = (version, isShell) => ({
  ...Object.fromEntries(packages.map((name) => [name, { singleton: true }])),
  ...Object.fromEntries(
    libs.map((name) => [
      name,
      { singleton: true, version, requiredVersion: false, ...(isShell ? {} : { import: false }) },
    ]),
  ),
});
