import { createLoader, type LoaderOptions, type LoadModule } from '@tessera/federation';

/**
 * Imports the shared entries that only modules use: the shell provides what its build contains, and its build fails when
 * an entry is missing. Nothing is fetched before a module needs it.
 */
export const providedEntries = [
  () => import('@tessera/data-table/choice-dialog'),
  () => import('@tessera/product-ui/seat-map'),
  () => import('@tessera/product-ui/slots'),
];

/** Loads a module and, in parallel, the list page, which nearly every page of a module needs. */
export function createModuleLoader(options: LoaderOptions): LoadModule {
  const load = createLoader(options);
  return (release, again) => {
    // A failure is ignored here: the page that needs it fetches it again and reports the error.
    import('@tessera/data-table/list-page').catch(() => undefined);
    return load(release, again);
  };
}
