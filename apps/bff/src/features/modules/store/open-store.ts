import type { Config } from '../../../platform/config/config';
import { FolderStore } from './folder-store';
import type { ModuleStore } from './module-store';

/** The store that the settings name. */
export const openStore = ({ moduleStore }: Config): ModuleStore => new FolderStore(moduleStore);
