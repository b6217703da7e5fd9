import path from 'node:path';
import { root } from './settings.mjs';

/**
 * Node arguments for the built server, the same as in the image and in docs/operations.md. A smaller young generation
 * than V8's default saves memory with thousands of live connections.
 */
export const serverCommand: readonly string[] = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  path.join(root, 'apps/bff/dist/main.cjs'),
];
