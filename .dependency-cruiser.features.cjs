// Circles between the server's feature folders; a run of its own, since specs may use any feature.
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-features',
      comment: 'Of two features one uses the other: move what both need into the one that is used.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/bff/src/features/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `\\.spec\\.ts$|${options.exclude.path}` } },
};
