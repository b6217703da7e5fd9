import { keysOf, loginImportsCreate, type LoginImportDto } from '@tessera/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** What is imported, and how. */
export interface ImportInput {
  csv: string;
  /** Rows of logins that are there already change them. */
  update: boolean;
  /** Whose logins they become; null: the reader's own realm. */
  realmId: number | null;
}

async function send(
  siteId: number,
  { csv, update, realmId }: ImportInput,
  dry_run: boolean,
): Promise<LoginImportDto> {
  const query = { update, dry_run, ...(realmId === null ? {} : { realm_id: realmId }) };
  return (await loginImportsCreate({ path: { siteId }, query, body: csv })).data;
}

/** Says what an import would do, row by row, and does nothing. */
export const useCheckImport = (siteId: number) =>
  useMutation({ mutationFn: (input: ImportInput) => send(siteId, input, true) });

/** Imports all rows or none; 409 LIMIT_REACHED past the realm's `max_logins`. */
export function useImport(siteId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ImportInput) => send(siteId, input, false),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf('logins').all() }),
  });
}
