import {
  createLoader,
  type LoaderOptions,
  type LoadModule,
  type ModuleRelease,
  type ModuleRows,
  type RemoteDefinition,
} from '@tessera/federation';

/**
 * Imports the shared entries that only modules use: the shell provides what its build contains, and its build fails when
 * an entry is missing. Nothing is fetched before a module needs it.
 */
export const providedEntries = [
  () => import('@tessera/data-table/choice-dialog'),
  () => import('@tessera/product-ui/budgets'),
  () => import('@tessera/product-ui/costs'),
  () => import('@tessera/product-ui/seat-map'),
  () => import('@tessera/product-ui/slots'),
];

/** Loads a module and, in parallel, the list page, which nearly every page of a module needs. */
export function createModuleLoader(options: LoaderOptions): LoadModule {
  const load = createLoader(options);
  return async (release, again) => {
    // A failure is ignored here: the page that needs it fetches it again and reports the error.
    import('@tessera/data-table/list-page').catch(() => undefined);
    return start(release, await load(release, again));
  };
}

/** Gives a loaded module what is its own; what requests its rows is fetched when it first asks. */
export function start({ name }: Pick<ModuleRelease, 'name'>, definition: RemoteDefinition): RemoteDefinition {
  const opened = new Map<number | undefined, Promise<ModuleRows>>();
  const open = async (realmId?: number) => (await import('./module-rows')).openModuleRows(name, realmId);
  const openRows = (realmId?: number) => {
    // One token serves all parts of the module that ask for the same realm's rows.
    const rows = opened.get(realmId) ?? open(realmId);
    opened.set(realmId, rows);
    rows.catch(() => opened.delete(realmId));
    return rows;
  };
  definition.start?.({ openRows });
  return definition;
}
