// `tessera-module/webpack`: the configuration of a module in a repository of its own.
import { createModuleConfig } from './module-config.mjs';

/**
 * Webpack's configuration for the module in a folder.
 *
 * @param {string} dir the module's folder (`import.meta.dirname`)
 */
export const moduleConfig = (dir) => createModuleConfig({ dir, port: 4205 });
