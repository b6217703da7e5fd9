// The exposed entry of a development build: passes each new version of the module's own entry to the shell.
import definition from 'tessera-exposed-entry';

export { default } from 'tessera-exposed-entry';

import.meta.webpackHot?.accept('tessera-exposed-entry', () => {
  globalThis.__tesseraModules?.replace(definition.name, definition);
});
