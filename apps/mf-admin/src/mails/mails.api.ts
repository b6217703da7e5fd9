import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keysOf, type MailDto, mailSenderGet, mailsList, mailsRepeat, type Page, pageOf } from '@tessera/api';

const keys = keysOf('mails');
const sender = keysOf('mail sender');

/** A page of mails that wait, were sent, or could not be. */
export const mailsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<MailDto>> => pageOf(await mailsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** The address that mail is sent from; null when the server sends none. */
export const mailSenderQuery = () =>
  queryOptions({
    queryKey: sender.list(),
    queryFn: async ({ signal }) => (await mailSenderGet({ signal })).data.from,
    staleTime: Infinity,
  });

/** Sends a dead mail again. */
export function useRepeatMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => mailsRepeat({ path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
