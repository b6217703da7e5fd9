import { defineConfig } from '@hey-api/openapi-ts';

/** The worker protocol's types from the committed OpenAPI document; `openapi-ts` in this folder writes them anew. */
export default defineConfig({
  input: '../../libs/api/openapi.json',
  parser: { filters: { operations: { include: ['/ /api/worker/v1//'] }, orphans: false } },
  output: { path: './src/generated', module: { extension: '.ts' } },
  plugins: [{ name: '@hey-api/typescript', enums: false }],
});
