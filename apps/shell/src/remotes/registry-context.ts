import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ModuleRegistry, ModuleRelease } from '@tessera/federation';

/** The module registry of this page view. */
export const RegistryContext = createContext<ModuleRegistry | null>(null);

/** @throws outside of RegistryContext */
export function useRegistry(): ModuleRegistry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('useRegistry needs the app around it');
  return registry;
}

/** The releases that this page runs or loads, by module. */
export function useReleasesInUse(): ReadonlyMap<string, ModuleRelease> {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.getInUse);
}
