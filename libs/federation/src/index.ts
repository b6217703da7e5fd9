export type {
  ModuleNav,
  ModulePublisher,
  ModuleRelease,
  ModuleRoute,
  ModuleSlot,
  RemoteDefinition,
} from './contract';
export { type FailureReason, ModuleFailure } from './failure';
export { createLoader, type FederationRuntime, type LoaderOptions, type LoadModule } from './loader';
export type {
  ModuleHost,
  ModuleRow,
  ModuleRowChange,
  ModuleRowContent,
  ModuleRowQuery,
  ModuleRows,
  ModuleRowWrite,
} from './module-host';
export { type Failure, type LoadOutcome, ModuleRegistry, type ModuleState } from './registry';
export { RemoteOutlet, type RemoteOutletProps, useModuleState } from './remote-outlet';
export { type PlacedSlot, type SlotHost, SlotHostContext, useSlots } from './slots/slot-host';
