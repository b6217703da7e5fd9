import { defineConfig } from '@hey-api/openapi-ts';

/** The client of the committed OpenAPI document; `openapi-ts` in this folder regenerates src/generated. */
export default defineConfig({
  input: './openapi.json',
  output: { path: './src/generated', module: { extension: '' } },
  plugins: [
    { name: '@hey-api/typescript', enums: false },
    { name: '@hey-api/client-fetch', throwOnError: true, runtimeConfigPath: './src/http/client-config' },
    // The client adds the session's token itself (src/http/api-fetch.ts).
    { name: '@hey-api/sdk', auth: false, operations: { strategy: 'flat' } },
  ],
});
