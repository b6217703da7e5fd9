import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  keysOf,
  secondFactorConfirm,
  secondFactorGet,
  secondFactorRemove,
  secondFactorStart,
} from '@tessera/api';
import { useRefreshFactors } from '../use-refresh-factors';

const keys = keysOf('two-factor');

/** Whether the user's two-factor authentication is on. */
export const twoFactorQuery = () =>
  queryOptions({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => (await secondFactorGet({ signal })).data,
  });

/** Starts turning it on; returns the secret, which is shown once and never cached. */
export const startTwoFactor = async (current_password: string) =>
  (await secondFactorStart({ body: { current_password } })).data;

/** Turns it on with a code from the app; returns the recovery codes, which are shown once. */
export function useConfirmTwoFactor() {
  const refresh = useRefreshFactors();
  return useMutation({
    mutationFn: async (code: string) => (await secondFactorConfirm({ body: { code } })).data.recovery_codes,
    gcTime: 0,
    onSettled: () => refresh(),
  });
}

/** Turns it off. */
export function useRemoveTwoFactor() {
  const refresh = useRefreshFactors();
  return useMutation({
    mutationFn: (body: { current_password: string; code: string }) => secondFactorRemove({ body }),
    onSettled: () => refresh(),
  });
}
