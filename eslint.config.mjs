import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import ts from 'typescript-eslint';
import {
  reactHooks,
  sharedImports,
  style,
  tests,
  textsInCatalogue,
  typescript,
} from './libs/module-kit/presets/eslint/blocks.mjs';

/** Who may import whom (docs/architecture.md). No wildcard: a project without a rule may import nothing. */
const boundaries = [
  ['app:bff', ['lib:domain']],
  ['app:shell', ['lib:domain', 'lib:api', 'lib:ui', 'lib:product-ui', 'lib:data-table', 'lib:federation']],
  [
    'app:remote',
    [
      'lib:domain',
      'lib:api',
      'lib:ui',
      'lib:product-ui',
      'lib:data-table',
      'lib:federation',
      'lib:module-kit',
    ],
  ],
  ['lib:api', ['lib:domain']],
  ['lib:domain', []],
  ['lib:data-table', ['lib:ui']],
  ['lib:ui', []],
  ['lib:product-ui', ['lib:ui', 'lib:domain', 'lib:federation']],
  ['lib:federation', ['lib:domain']],
  ['lib:module-kit', ['lib:domain']],
  [
    'lib:create-module',
    ['lib:domain', 'lib:api', 'lib:ui', 'lib:data-table', 'lib:federation', 'lib:module-kit'],
  ],
  ['app:worker', []],
  ['app:sandbox', []],
  ['app:e2e', ['app:tools']],
  ['app:tools', ['lib:domain', 'lib:create-module', 'lib:module-kit']],
].map(([sourceTag, onlyDependOnLibsWithTags]) => ({ sourceTag, onlyDependOnLibsWithTags }));

/** The tools, the browser suite and the modules' command run in plain Node, which knows no names of libraries. */
const byPath = [
  '../../../libs/domain/src/module-release.ts',
  '../../../libs/domain/src/task-machine.ts',
  '../../domain/src/module-compatibility.ts',
  '../../domain/src/module-release.ts',
  '../../domain/src/module-rules.ts',
  '../../domain/src/page-headers.ts',
  '../../../../libs/create-module/src/names.ts',
  '../../../../libs/create-module/src/scaffold.ts',
  '../../libs/module-kit/src/commands/*',
  '../../libs/module-kit/src/dev/announcement.ts',
  '../../libs/module-kit/src/dev/proxy.ts',
  '../../libs/module-kit/src/keys.ts',
  '../../libs/module-kit/src/report.ts',
  '../../../tools/prove/installation/*',
  '../../../../tools/prove/installation/*',
  '../../../../tools/start/*',
];

/**
 * Sentences of the server that people read: as title, body or message of an object, as the text of a code, in a map or after the
 * code in a call. Errors of fields name their `field`; decorators hold the API document.
 */
const sentencesInServer = [
  'Property[key.name=/^(title|body|message|text)$/]',
  'Property[key.name=/^[A-Z][A-Z_]+$/]',
  'Property[key.name=/^[A-Z][A-Z_]+$/] > ArrowFunctionExpression',
  'CallExpression[arguments.0.value=/^[A-Z][A-Z_]+$/]',
].flatMap((place) =>
  ['Literal[value=/[a-z] [a-z]/]', 'TemplateLiteral:has(> TemplateElement[value.raw=/[a-z] [a-z]/])'].map(
    (sentence) => ({
      selector: `:not(:has(> Property[key.name="field"])) > ${place}:not(Decorator *) > ${sentence}`,
      message: 'Put this sentence into the catalogue of messages (libs/domain/src/texts).',
    }),
  ),
);

export default ts.config(
  {
    ignores: [
      '**/dist',
      '**/node_modules',
      '**/generated',
      '**/*.generated.ts',
      '.nx',
      '.data',
      '.tools',
      'tmp',
      // Compiled and run outside the workspace, by `npm run prove -- packages`.
      'tools/prove/modules/outside',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  typescript(import.meta.dirname),
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      // A Nest module is a class with a decorator and no members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // DTOs and entities are classes for their decorators only; their values are plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  tests,
  {
    // Sources only: build settings (webpack, Jest) are shared through files that belong to no project.
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints: boundaries,
          allow: byPath,
          // One entry of a lib may be fetched later than another; the rule distinguishes projects, not entries.
          checkDynamicDependenciesExceptions: [
            '@tessera/ui',
            '@tessera/ui/*',
            '@tessera/product-ui',
            '@tessera/product-ui/*',
            '@tessera/data-table',
            '@tessera/data-table/*',
          ],
        },
      ],
    },
  },
  style,
  reactHooks([
    '**/*.tsx',
    'libs/{api,ui,product-ui,data-table,federation}/**/*.ts',
    'apps/{shell,mf-*}/**/*.ts',
  ]),
  {
    // A virtualizer changes without changing its identity, which memoization would miss. This file returns
    // plain values only.
    files: ['libs/data-table/src/use-virtual-rows.ts'],
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  textsInCatalogue([
    'apps/{shell,mf-*}/src/**/*.tsx',
    'libs/{ui,product-ui,data-table,federation}/src/**/*.tsx',
    'libs/create-module/template/module/src/**/*.tsx',
  ]),
  {
    // Beside the features: the platform, commands of operators, migrations.
    files: [
      'apps/bff/src/{catalogue,messages,work,people,modules,purchases,workers,console,insight}/**/*.ts',
    ],
    ignores: [
      '**/*.spec.ts',
      // Errors of fields, whose `field` is named elsewhere.
      '**/{login-import-plan,publishers.service}.ts',
      // A page says how many tasks are skipped or would move, and why, in one sentence of its own.
      '**/bulk/bulk-reason*.ts',
      '**/job-move.service.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...sentencesInServer] },
  },
  sharedImports([
    'apps/{shell,mf-*}/src/**/*.{ts,tsx}',
    'libs/create-module/template/module/src/**/*.{ts,tsx}',
  ]),
  {
    // Playwright reads a fixture's dependencies from the destructured parameter, which is empty without any.
    files: ['apps/e2e/**/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly', globalThis: 'readonly' },
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
