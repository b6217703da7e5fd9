import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AddedPasskeyDto,
  keysOf,
  pageOf,
  type PasskeyDto,
  passkeysAdd,
  passkeysList,
  passkeysOptions,
  passkeysRemove,
  passkeysRename,
} from '@tessera/api';
import { createPasskey } from '../../../session/passkeys/ceremonies';
import { useRefreshFactors } from '../use-refresh-factors';

const keys = keysOf('passkeys');

/** The user's passkeys. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => pageOf<PasskeyDto>(await passkeysList({ signal })),
  });

/** Has the browser create a passkey and registers it. */
export function useAddPasskey() {
  const refresh = useRefreshFactors();
  return useMutation({
    mutationFn: async (name: string): Promise<AddedPasskeyDto> => {
      const attestation = await createPasskey((await passkeysOptions()).data.options);
      return (await passkeysAdd({ body: { name, attestation } })).data;
    },
    gcTime: 0,
    onSettled: () => refresh(keys.all()),
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      passkeysRename({ path: { id }, body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}

export function useRemovePasskey() {
  const refresh = useRefreshFactors();
  return useMutation({
    mutationFn: (id: number) => passkeysRemove({ path: { id } }),
    onSettled: () => refresh(keys.all()),
  });
}
