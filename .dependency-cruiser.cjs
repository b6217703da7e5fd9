// What the import graph must keep to inside the projects (docs/architecture.md). Between projects see eslint.config.mjs.

/** The folders of libs/ui as layers: each imports only from those before it. */
const uiLayers = [
  'texts',
  'theme',
  'brand',
  'time',
  'commands',
  'display',
  'feedback',
  'form',
  'dialog',
  'page',
];

/** The server's areas (docs/architecture.md). */
const areas = 'catalogue|console|insight|messages|modules|people|purchases|work|workers';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other can only be understood together: find the third one they need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'areas-use-platform-never-back',
      severity: 'error',
      from: { path: '^apps/bff/src/platform/' },
      to: { path: `^apps/bff/src/(${areas})/` },
    },
    {
      name: 'an-area-is-imported-by-its-index',
      comment: 'What other areas may use of one is named in its index.ts.',
      severity: 'error',
      from: { path: `^apps/bff/src/(${areas})/` },
      to: {
        path: `^apps/bff/src/(${areas})/`,
        pathNot: ['^apps/bff/src/$1/', '^apps/bff/src/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'a-remotes-features-stand-alone',
      severity: 'error',
      from: { path: '^apps/(mf-[^/]+)/src/features/([^/]+)/' },
      to: { path: '^apps/mf-[^/]+/src/features/[^/]+/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'worker-and-sandbox-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^apps/(worker|sandbox)/src/' },
      to: { path: '^(apps|libs|tools)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'nobody-imports-an-app',
      severity: 'error',
      from: { path: '^(libs|tools)/' },
      to: { path: '^apps/' },
    },
    ...uiLayers.map((layer, i) => ({
      name: `ui-layer-${layer}`,
      comment:
        'The folders of libs/ui are layers; the files beside them are entries, which put the layers together.',
      severity: 'error',
      from: { path: `^libs/ui/src/${layer}/` },
      to: { path: `^libs/ui/src/(?!(${uiLayers.slice(0, i + 1).join('|')})/)` },
    })),
    {
      name: 'product-code-does-not-import-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: '\\.(spec|test)\\.tsx?$|^apps/e2e/' },
      to: { path: '\\.(spec|test)\\.tsx?$|^(apps|libs)/[^/]+/test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|tmp|generated)/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'] },
  },
};
