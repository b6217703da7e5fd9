import { keysOf, loginImportsCreate, loginImportsSample, type LoginImportDto } from '@tessera/api';
import { saveFile } from '@tessera/data-table/list-page';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** What is imported, and how. */
export interface ImportInput {
  csv: string;
  /** Rows of logins that are there already change them. */
  update: boolean;
  /** Whose logins they become; null: the reader's own realm. */
  realmId: number | null;
  /** Fields that the person assigned to columns, by the columns' names; null leaves a column out. */
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
    ...(realmId !== null && { realm_id: realmId }),
    ...(Object.keys(mapping).length > 0 && { columns: JSON.stringify(mapping) }),
  };
  return (await loginImportsCreate({ path: { siteId }, query, body: csv })).data;
}

/** Says what an import of the valid rows would do, the realm's limit included, and writes nothing. */
export const useCheckImport = (siteId: number) =>
  useMutation({
    mutationFn: (input: ImportInput) => send(siteId, input, { dry_run: true, skip_invalid: true }),
  });

/** Imports all rows or none, or the valid ones where `skip_invalid`; 409 LIMIT_REACHED past the realm's `max_logins`. */
export function useImport(siteId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, skip_invalid }: { input: ImportInput; skip_invalid: boolean }) =>
      send(siteId, input, { dry_run: false, skip_invalid }),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf('logins').all() }),
  });
}

/** Saves a file that can be imported, with every field in its header. */
export const useSaveSample = (siteId: number) =>
  useMutation({
    mutationFn: async () => {
      const { data } = await loginImportsSample({ path: { siteId } });
      saveFile(new Blob([data], { type: 'text/csv' }), 'logins-sample.csv');
    },
  });
