// Helpers for the tests of a module; they run in Jest.
import { checkSource, compareWithExports, type ExportedModule, type ModuleSource } from './check/source.ts';

/** A module as its test imports it. */
export interface ModuleUnderTest {
  /** The content of module.json. */
  source: ModuleSource;
  /** What `src/remote.tsx` exports. */
  remote: ExportedModule;
}

/**
 * Checks whether a module and the console fit together, and returns what is wrong as sentences; none when all is well.
 *
 *     expect(await checkModule({ source: module, remote })).toEqual([]);
 */
export async function checkModule({ source, remote }: ModuleUnderTest): Promise<string[]> {
  return Promise.resolve([...checkSource(source), ...compareWithExports(source, remote)]);
}
