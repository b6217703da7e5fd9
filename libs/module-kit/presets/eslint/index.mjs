// ESLint's settings for a module in a repository of its own: `tessera-module/eslint`.
import js from '@eslint/js';
import ts from 'typescript-eslint';
import { reactHooks, sharedImports, style, tests, textsInCatalogue, typescript } from './blocks.mjs';

/** The rules of a module; `dir` is its folder (`import.meta.dirname`). */
export const moduleRules = (dir) =>
  ts.config(
    { ignores: ['**/dist', '**/node_modules', '**/coverage'] },
    js.configs.recommended,
    ...ts.configs.recommended,
    typescript(dir),
    tests,
    style,
    reactHooks(['**/*.{ts,tsx}']),
    textsInCatalogue(['src/**/*.tsx']),
    sharedImports(['src/**/*.{ts,tsx}']),
  );
