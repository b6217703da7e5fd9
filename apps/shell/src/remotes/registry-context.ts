import { createContext, useContext } from 'react';
import type { ModuleRegistry } from '@tessera/federation';

/** The module registry of this page view. */
export const RegistryContext = createContext<ModuleRegistry | null>(null);

/** @throws outside of RegistryContext */
export function useRegistry(): ModuleRegistry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('useRegistry needs the app around it');
  return registry;
}
