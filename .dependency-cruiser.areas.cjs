// Circles between the server's areas; a run of its own, since specs may use any area.
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-areas',
      comment: 'Of two areas one uses the other: move what both need into the one that is used.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/bff/src/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `\\.spec\\.ts$|${options.exclude.path}` } },
};
