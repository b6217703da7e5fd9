import { createLoader, type LoadModule } from '@tessera/federation';

/**
 * Shared entries that modules use and the shell itself doesn't. The shell provides only what its own build contains, so they are
 * named here; nothing is fetched before a module asks for it.
 */
export const providedEntries = [() => import('@tessera/data-table/choice-dialog')];

/** Loads a module, and beside it the list page, which nearly every page of a module asks for as soon as it runs. */
export function createModuleLoader(): LoadModule {
  const load = createLoader();
  return (release, again) => {
    // Should this fail, the page that needs it asks once more and says so.
    import('@tessera/data-table/list-page').catch(() => undefined);
    return load(release, again);
  };
}
