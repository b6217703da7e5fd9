import path from 'node:path';
import { root } from './settings.mjs';

/**
 * Node arguments for the built server of a workspace, the same as in the image and in docs/operate/install.md. A smaller young generation
 * than V8's default saves memory with thousands of live connections.
 */
export const serverCommandOf = (home: string): readonly string[] => [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  path.join(home, 'apps/bff/dist/main.cjs'),
];

/** As above, for this workspace. */
export const serverCommand = serverCommandOf(root);
