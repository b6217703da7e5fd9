import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import testingLibrary from 'eslint-plugin-testing-library';
import ts from 'typescript-eslint';

/** Who may import whom (docs/architecture.md). No wildcard: a project without a rule may import nothing. */
const boundaries = [
  ['app:bff', ['lib:domain']],
  ['app:shell', ['lib:domain', 'lib:api', 'lib:ui', 'lib:data-table', 'lib:federation']],
  ['app:remote', ['lib:domain', 'lib:api', 'lib:ui', 'lib:data-table', 'lib:federation', 'lib:module-kit']],
  ['lib:api', ['lib:domain']],
  ['lib:domain', []],
  ['lib:data-table', ['lib:ui']],
  ['lib:ui', []],
  ['lib:federation', ['lib:domain']],
  ['lib:module-kit', ['lib:domain']],
  [
    'lib:create-module',
    ['lib:domain', 'lib:api', 'lib:ui', 'lib:data-table', 'lib:federation', 'lib:module-kit'],
  ],
  ['app:worker', []],
  ['app:sandbox', []],
  ['app:e2e', []],
  ['app:tools', ['lib:domain', 'lib:create-module']],
].map(([sourceTag, onlyDependOnLibsWithTags]) => ({ sourceTag, onlyDependOnLibsWithTags }));

/** Words that a component would say past its module's catalogue of texts. */
const wordsInPlace = [
  'JSXText[value=/^(?!\\s*(?:Tessera|[a-z]+_[a-z]+)\\s*$)[^]*[A-Za-z]{2}/]',
  'JSXAttribute[name.name=/^(label|title|aria-label|placeholder|help|alt|meta|unit|note|question|confirmLabel|submitLabel)$/] Literal[value=/^(?!Tessera$)[A-Z][a-z]|[a-z] [a-z]/]',
].map((selector) => ({
  selector,
  message: 'Put these words into the catalogue (src/texts) and read them with useTexts.',
}));

/** The tools and the modules' command run in plain Node, which knows no names of libraries. */
const byPath = [
  '../../libs/domain/src/task-machine.ts',
  '../../domain/src/module-release.ts',
  '../../../libs/create-module/src/names.ts',
  '../../../libs/create-module/src/scaffold.ts',
];

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
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...ts.configs.strictTypeChecked, a11y.flatConfigs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      // A Nest module is a class with a decorator and no members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // DTOs and entities are classes for their decorators only; their values are plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // A dialog or a one-field page focuses its first field, as the ARIA dialog pattern asks.
      'jsx-a11y/no-autofocus': 'off',
    },
  },
  {
    files: ['**/*.{test,spec}.{ts,tsx}'],
    extends: [testingLibrary.configs['flat/react']],
    rules: {
      // An expectation on a mock names the method without calling it; a missing value fails the test.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Tests that render twice query each rendering.
      'testing-library/prefer-screen-queries': 'off',
    },
  },
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
            '@tessera/data-table',
            '@tessera/data-table/*',
          ],
        },
      ],
    },
  },
  {
    plugins: { 'simple-import-sort': importSort },
    rules: {
      // One block: side effects, Node, packages, the workspace's libraries, relative files.
      'simple-import-sort/imports': [
        'error',
        { groups: [['^\\u0000', '^node:', '^@?\\w', '^@tessera/', '^\\.']] },
      ],
      'simple-import-sort/exports': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    },
  },
  {
    files: ['**/*.tsx', 'libs/{api,ui,data-table,federation}/**/*.ts', 'apps/{shell,mf-*}/**/*.ts'],
    ...hooks.configs.flat['recommended-latest'],
  },
  {
    // A virtualizer changes without changing its identity, which memoization would miss. This file returns
    // plain values only.
    files: ['libs/data-table/src/use-virtual-rows.ts'],
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    // What people read stands in the module's catalogue (src/texts), so that it can be translated.
    files: [
      'apps/{shell,mf-*}/src/**/*.tsx',
      'libs/{ui,data-table,federation}/src/**/*.tsx',
      'libs/create-module/template/module/src/**/*.tsx',
    ],
    ignores: ['**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...wordsInPlace] },
  },
  {
    // What shell and modules share is fetched whole: of these two they share entries of ours that hold what is used.
    files: ['apps/{shell,mf-*}/src/**/*.{ts,tsx}', 'libs/create-module/template/module/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@mui/material', message: 'Import it from @tessera/ui/mui.' },
            { name: 'react-router', message: 'Import it from @tessera/federation/router.' },
          ],
        },
      ],
    },
  },
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
