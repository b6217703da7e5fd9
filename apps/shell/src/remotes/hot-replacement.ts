import { useEffect } from 'react';
import type { ModuleRegistry, RemoteDefinition } from '@tessera/federation';
import { start } from './load-module';

/** What the development builds of modules call when they have changed. */
interface ModuleReplacer {
  /** Replaces the definition of a module that is loaded from this computer; its pages are mounted again. */
  replace: (name: string, definition: RemoteDefinition) => boolean;
}

declare global {
  /** Defined only while this page loads modules from this computer. */
  var __tesseraModules: ModuleReplacer | undefined;
}

/** Lets modules from this computer replace themselves in the open page. */
export function useHotReplacement(registry: ModuleRegistry, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    globalThis.__tesseraModules = {
      replace: (name, definition) => registry.replace(name, start({ name }, definition)),
    };
    return () => {
      globalThis.__tesseraModules = undefined;
    };
  }, [registry, isOn]);
}
