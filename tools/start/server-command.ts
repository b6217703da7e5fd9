import path from 'node:path';
import { root } from './settings.mjs';

/**
 * What Node is called with to run the built server. The image and docs/operations.md say the same.
 *
 * V8 would let its young generation grow to three times 16 MB, whatever the server does; of thousands of live
 * connections each then seems to take 20 KB, of which it holds 12. Half of that costs a few hundredths of the speed.
 */
export const serverCommand: readonly string[] = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  path.join(root, 'apps/bff/dist/main.cjs'),
];
