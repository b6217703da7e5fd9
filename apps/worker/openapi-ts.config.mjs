import { defineConfig } from '@hey-api/openapi-ts';

/** The worker protocol's types from the committed OpenAPI document; `openapi-ts` in this folder regenerates them. */
export default defineConfig({
  input: '../../libs/api/openapi.json',
  parser: {
    filters: { operations: { include: ['/ /api/worker/v1//'] }, orphans: false },
    // Types don't show examples, and the filter warns of each.
    patch: { input: withoutExamples },
  },
  output: { path: './src/generated', module: { extension: '.ts' } },
  plugins: [{ name: '@hey-api/typescript', enums: false }],
});

/** @param {unknown} part */
function withoutExamples(part) {
  if (typeof part !== 'object' || part === null) return;
  if ('examples' in part) delete part.examples;
  for (const inner of Object.values(part)) withoutExamples(inner);
}
