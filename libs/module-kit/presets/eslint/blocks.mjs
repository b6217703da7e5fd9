// ESLint's rules by subject: the product and modules in their own repositories keep the same ones.
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import testingLibrary from 'eslint-plugin-testing-library';
import ts from 'typescript-eslint';

/** Strict rules with types for TypeScript, and accessibility. `dir` holds the tsconfig files. */
export const typescript = (dir) => ({
  files: ['**/*.{ts,tsx}'],
  extends: [...ts.configs.strictTypeChecked, a11y.flatConfigs.recommended],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: dir } },
  rules: {
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
    ],
    '@typescript-eslint/no-misused-spread': 'off',
    // A dialog or a one-field page focuses its first field, as the ARIA dialog pattern asks.
    'jsx-a11y/no-autofocus': 'off',
  },
});

/** Tests that render pages. */
export const tests = {
  files: ['**/*.{test,spec}.{ts,tsx}'],
  extends: [testingLibrary.configs['flat/react']],
  rules: {
    // An expectation on a mock names the method without calling it; a missing value fails the test.
    '@typescript-eslint/unbound-method': 'off',
    '@typescript-eslint/no-non-null-assertion': 'off',
    // Tests that render twice query each rendering.
    'testing-library/prefer-screen-queries': 'off',
  },
};

/** The order of imports and the length of files. */
export const style = {
  plugins: { 'simple-import-sort': importSort },
  rules: {
    // One block: side effects, Node, packages, the product's libraries, relative files.
    'simple-import-sort/imports': [
      'error',
      { groups: [['^\\u0000', '^node:', '^@?\\w', '^@tessera/', '^\\.']] },
    ],
    'simple-import-sort/exports': 'error',
    '@typescript-eslint/consistent-type-imports': 'off',
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
  },
};

/** React's rules of hooks. */
export const reactHooks = (files) => ({ files, ...hooks.configs.flat['recommended-latest'] });

/** Words that a component would say past its module's catalogue of texts. */
const wordsInPlace = [
  'JSXText[value=/^(?!\\s*(?:Tessera|[a-z]+_[a-z]+)\\s*$)[^]*[A-Za-z]{2}/]',
  'JSXAttribute[name.name=/^(label|title|aria-label|placeholder|help|alt|meta|unit|note|question|confirmLabel|submitLabel)$/] Literal[value=/^(?!Tessera$)[A-Z][a-z]|[a-z] [a-z]/]',
].map((selector) => ({
  selector,
  message: 'Put these words into the catalogue (src/texts) and read them with useTexts.',
}));

/** What people read is in the module's catalogue (src/texts), so that it can be translated. */
export const textsInCatalogue = (files) => ({
  files,
  ignores: ['**/*.test.tsx'],
  rules: { 'no-restricted-syntax': ['error', ...wordsInPlace] },
});

/** What shell and modules share is fetched whole: of these two they share entries of ours that hold what is used. */
export const sharedImports = (files) => ({
  files,
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
});
