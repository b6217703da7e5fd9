import { createLoader, type LoadModule } from '@tessera/federation';

/** Loads a module, and beside it the list page, which nearly every page of a module asks for as soon as it runs. */
export function createModuleLoader(): LoadModule {
  const load = createLoader();
  return (release, again) => {
    // Should this fail, the page that needs it asks once more and says so.
    import('@tessera/data-table/list-page').catch(() => undefined);
    return load(release, again);
  };
}
