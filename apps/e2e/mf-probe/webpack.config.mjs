import path from 'node:path';
import { createModuleConfig } from '../../../libs/federation/webpack/module-config.mjs';
import { workspace } from '../../../libs/federation/webpack/workspace.mjs';

// The folder of one release: a copy of this one, with its version and its behavior (src/harness/probe-module.ts).
const dir = path.resolve(process.env.PROBE_FOLDER);

export default createModuleConfig({ dir, entry: './src/remote.js', workspace });
