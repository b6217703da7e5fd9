// The exposed entry of a development build: passes each new version of the module's own entry to the shell.
import definition from 'tessera-exposed-entry';
import { rereadSharesOnUpdate } from './hot-internals.mjs';

export { default } from 'tessera-exposed-entry';

if (import.meta.webpackHot) {
  rereadSharesOnUpdate(import.meta.webpackHot);
  // Webpack resolves the name only where it is written like this.
  import.meta.webpackHot.accept('tessera-exposed-entry', () => {
    globalThis.__tesseraModules?.replace(definition.name, definition);
  });
}
