// Which names a build imports from the share scope, and which ones it exports to it.
import { providedKeyOf } from './provided-entries-plugin.mjs';

/** Stands for all names of an entry: it is imported as a whole, for example by `import()` or `require()`. */
const everything = '*';

/**
 * The names that a build imports from each shared entry, as webpack has analysed them; call it once dependencies are
 * optimized. Imports that are never used, and types, don't count.
 *
 * @returns {Record<string, string[]>} sorted names by entry; `*` among them where an entry is used as a whole
 */
export function listUsedNames({ modules, moduleGraph }) {
  const uses = new Map();
  for (const module of modules) {
    if (module.type !== 'consume-shared-module') continue;
    const names = uses.get(module.options.shareKey) ?? new Set();
    for (const connection of moduleGraph.getIncomingConnections(module)) {
      if (!connection.dependency || !connection.isActive(undefined)) continue;
      for (const reference of connection.dependency.getReferencedExports(moduleGraph, undefined)) {
        const [name = everything] = Array.isArray(reference) ? reference : reference.name;
        names.add(name);
      }
    }
    uses.set(module.options.shareKey, names);
  }
  return sorted(uses, (names) => [...names].sort());
}

/**
 * The names that a build exports under each entry that it provides.
 *
 * @returns {Record<string, string[] | null>} sorted names by entry; null where they can't be listed (CommonJS)
 */
export function listProvidedNames({ modules, moduleGraph }) {
  const exports = new Map();
  for (const module of modules) {
    const entry = providedKeyOf(module);
    if (!entry) continue;
    const provided = moduleGraph.getModule(module.blocks[0].dependencies[0]);
    const names = provided.buildMeta.exportsType === 'namespace' && moduleGraph.getProvidedExports(provided);
    exports.set(entry, Array.isArray(names) ? [...names].sort() : null);
  }
  return sorted(exports, (names) => names);
}

const sorted = (map, convert) =>
  Object.fromEntries([...map.keys()].sort().map((key) => [key, convert(map.get(key))]));
