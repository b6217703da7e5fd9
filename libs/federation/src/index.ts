export { listPaths } from './contract';
export type { ModuleNav, ModuleRelease, ModuleRoute, RemoteDefinition } from './contract';
export { ModuleFailure, type FailureCause } from './failure';
export { createLoader, type FederationRuntime, type LoadModule } from './loader';
export { ModuleRegistry, type Failure, type ModuleState } from './registry';
export { RemoteOutlet, useModuleState, type RemoteOutletProps } from './remote-outlet';
