// Where webpack's loaders are: beside this configuration, which may be a package that the module's folder can't see into.
import { fileURLToPath } from 'node:url';

/** The file of a loader that this configuration depends on. */
export const loaderOf = (name) => fileURLToPath(import.meta.resolve(name));
