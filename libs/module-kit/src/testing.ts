// Helpers for the tests of a module; they run in Jest.
import { checkIcons } from './check/icons.ts';
import { checkSource, compareWithExports, type ExportedModule, type ModuleSource } from './check/source.ts';

/** A module as its test imports it. */
export interface ModuleUnderTest {
  /** The content of module.json. */
  source: ModuleSource;
  /** What `src/remote.tsx` exports. */
  remote: ExportedModule;
  /** Whether the product itself ships the module, which may then have pages within the shell's paths. */
  isBundled?: boolean;
}

/**
 * Checks whether a module's description is right and names exactly the pages that it has. Returns what is wrong as sentences;
 * none when all is well.
 *
 *     expect(checkModule({ source: module, remote })).toEqual([]);
 */
export const checkModule = ({ source, remote, isBundled = false }: ModuleUnderTest): string[] => [
  ...checkSource(source, isBundled),
  ...checkIcons(source, process.cwd()),
  ...compareWithExports(source, remote),
];
