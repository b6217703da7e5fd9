import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chosenLoginChecksAsk, chosenLoginChecksWithdraw, keysOf } from '@tessera/api';

const useRefetchLogins = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keysOf('logins').all() });
};

/** What a check of logins would take: how many, how long, by how many workers. */
export const previewChecks = async (siteId: number, login_ids: number[]) =>
  (await chosenLoginChecksAsk({ path: { siteId }, body: { login_ids, preview: true } })).data;

/** Has logins checked at their site. */
export const useAskChecks = (siteId: number) =>
  useMutation({
    mutationFn: async (login_ids: number[]) =>
      (await chosenLoginChecksAsk({ path: { siteId }, body: { login_ids } })).data,
    onSettled: useRefetchLogins(),
  });

/** Withdraws the checks of logins that no worker has yet. */
export const useWithdrawChecks = (siteId: number) =>
  useMutation({
    mutationFn: async (login_ids: number[]) =>
      (await chosenLoginChecksWithdraw({ path: { siteId }, body: { login_ids } })).data,
    onSettled: useRefetchLogins(),
  });
