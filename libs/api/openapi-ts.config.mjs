import { defineConfig } from '@hey-api/openapi-ts';

/** The client of the committed OpenAPI document; `openapi-ts` in this folder regenerates src/generated. */
export default defineConfig({
  input: './openapi.json',
  output: { path: './src/generated', module: { extension: '' } },
  plugins: [
    { name: '@hey-api/typescript', enums: false },
    { name: '@hey-api/client-fetch', throwOnError: true, runtimeConfigPath: './src/http/client-config' },
    { name: '@hey-api/sdk', operations: { strategy: 'flat' } },
  ],
});
