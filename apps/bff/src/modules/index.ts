/** What other areas may use of modules. */
export { ModulesModule } from './modules.module';
export { ModuleStore, sha256Of } from './store/module-store';
export { openStore } from './store/open-store';
export { releaseHashes } from './store/release-files';
