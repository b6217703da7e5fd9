import path from 'node:path';
import { defineConfig } from '@playwright/test';

const { BEFORE = '' } = process.env;

/** `npm run prove -- screenshots-compare`: compares two folders of screenshots; no browser is started. */
export default defineConfig({
  testDir: 'src',
  testMatch: 'compare-screenshots.ts',
  fullyParallel: true,
  workers: 2,
  updateSnapshots: 'none',
  snapshotPathTemplate: `${path.resolve(BEFORE)}/{arg}{ext}`,
  outputDir: '../../tmp/screenshots-compare/results',
  reporter: [
    ['html', { outputFolder: '../../tmp/screenshots-compare/report', open: 'never' }],
    ['json', { outputFile: '../../tmp/screenshots-compare/results.json' }],
  ],
});
