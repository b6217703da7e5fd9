import { createModuleConfig } from '../../libs/federation/webpack/module-config.mjs';
import { workspace } from '../../libs/federation/webpack/workspace.mjs';

export default createModuleConfig({ dir: import.meta.dirname, port: 4202, workspace });
