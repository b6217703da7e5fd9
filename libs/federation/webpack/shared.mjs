// What the shell and the remotes share at run time: one copy each of whatever holds state or a React context.

const packages = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'react-router',
  '@tanstack/react-query',
  'react-hook-form',
  '@emotion/react',
  '@emotion/styled',
  '@mui/material',
];

/** Our own libs have no package.json of their own, so their version is the product's. */
const libs = ['@tessera/access', '@tessera/api', '@tessera/ui', '@tessera/federation'];

/**
 * The `shared` option of the federation plugin.
 *
 * `requiredVersion: false` on our libs: a remote built from a newer commit still runs with the shell's copy,
 * since two copies would mean two sessions and two caches.
 */
export const sharedModules = (version) => ({
  ...Object.fromEntries(packages.map((name) => [name, { singleton: true }])),
  ...Object.fromEntries(libs.map((name) => [name, { singleton: true, version, requiredVersion: false }])),
});
