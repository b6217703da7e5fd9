import type { Config } from '../../platform/config/config';
import { FolderStore } from './folder-store';
import type { ModuleStore } from './module-store';
import { S3Store } from './s3-store';

/** The store that the settings name. */
export const openStore = ({ moduleStore }: Pick<Config, 'moduleStore'>): ModuleStore =>
  's3' in moduleStore ? new S3Store(moduleStore.s3) : new FolderStore(moduleStore.folder);
