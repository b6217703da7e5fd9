export type { ModuleNav, ModuleRelease, ModuleRoute, RemoteDefinition } from './contract';
export { type FailureCause, ModuleFailure } from './failure';
export { createLoader, type FederationRuntime, type LoadModule } from './loader';
export { type Failure, ModuleRegistry, type ModuleState } from './registry';
export { RemoteOutlet, type RemoteOutletProps, useModuleState } from './remote-outlet';
