import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keysOf, type LoginImportDto, loginImportsCreate, loginImportsSample } from '@tessera/api';
import { saveFile } from '@tessera/data-table/list-page';

/** The input of an import. */
export interface ImportInput {
  csv: string;
  /** Whether rows of existing logins change them. */
  update: boolean;
  /** The realm that will own the logins; null: the user's own realm. */
  realmId: number | null;
  /** Fields that the user assigned, by column name; null leaves the column out. */
  mapping: Readonly<Record<string, string | null>>;
}

type Mode = { dry_run: boolean; skip_invalid: boolean };

async function send(
  siteId: number,
  { csv, update, realmId, mapping }: ImportInput,
  mode: Mode,
): Promise<LoginImportDto> {
  const query = {
    update,
    ...mode,
    realm_id: realmId ?? undefined,
    columns: Object.keys(mapping).length > 0 ? JSON.stringify(mapping) : undefined,
  };
  return (await loginImportsCreate({ path: { siteId }, query, body: csv })).data;
}

/** Checks the rows and the realm's limit without importing anything. */
export const useCheckImport = (siteId: number) =>
  useMutation({
    mutationFn: (input: ImportInput) => send(siteId, input, { dry_run: true, skip_invalid: true }),
  });

/**
 * Imports all rows or none; with `skip_invalid` the valid rows. 409 LIMIT_REACHED if that exceeds the realm's `max_logins`.
 */
export function useImport(siteId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, skip_invalid }: { input: ImportInput; skip_invalid: boolean }) =>
      send(siteId, input, { dry_run: false, skip_invalid }),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf('logins').all() }),
  });
}

/** Downloads a sample file with every field in its header. */
export const useSaveSample = (siteId: number) =>
  useMutation({
    mutationFn: async () => {
      const { data } = await loginImportsSample({ path: { siteId } });
      saveFile(new Blob([data], { type: 'text/csv' }), 'logins-sample.csv');
    },
  });
