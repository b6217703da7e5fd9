import { defineConfig } from '@playwright/test';
import suite from './playwright.config.ts';

/** `npm run prove -- screenshots`: takes pictures and asserts nothing else. */
export default defineConfig({
  ...suite,
  projects: [{ name: 'screenshots', testMatch: 'screenshots.ts' }],
  reporter: 'list',
  use: { ...suite.use, trace: 'off' },
});
