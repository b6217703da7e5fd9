/** The parameter of the address that names the rehearsal which the page shows. */
const PARAMETER = 'rehearsal';

/** The rehearsal of an address's query; null when it names none. */
export function rehearsalOf(search: string): number | null {
  const id = Number(new URLSearchParams(search).get(PARAMETER));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

// Read before a page without a session leads to the sign-in, whose address names no rehearsal.
let entered = rehearsalOf(location.search);

/**
 * The rehearsal that this page has entered: every request works within it. It is that of the first address, and stays until the page
 * is loaded again, since no row of the realm may be shown as the rehearsal's.
 */
export const getRehearsal = (): number | null => entered;

/** An address within a rehearsal; null: outside all. It must be loaded, not navigated to. */
export function addressInRehearsal(path: string, id: number | null): string {
  const url = new URL(path, location.origin);
  if (id === null) url.searchParams.delete(PARAMETER);
  else url.searchParams.set(PARAMETER, String(id));
  return url.pathname + url.search + url.hash;
}

/** Enters a rehearsal as if the page had been loaded there; null leaves. For tests. */
export function enterRehearsal(id: number | null): void {
  entered = id;
}
