import type { ModuleHost, ModuleRows } from '@tessera/federation';

let host: ModuleHost | undefined;
const opened = new Map<number, Promise<ModuleRows>>();

/** Keeps what the shell gives to this module when it starts. */
export function keepHost(given: ModuleHost): void {
  host = given;
  opened.clear();
}

/** This module's rows in a realm: the same for every request, so that they share a token. */
export function openOwnRows(realmId: number): Promise<ModuleRows> {
  const known = opened.get(realmId);
  if (known) return known;
  if (!host) throw new Error('The module has not been started');
  const rows = host.openRows(realmId);
  opened.set(realmId, rows);
  rows.catch(() => opened.delete(realmId));
  return rows;
}
