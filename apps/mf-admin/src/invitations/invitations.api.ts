import {
  invitationsCreate,
  invitationsList,
  invitationsRevoke,
  keysOf,
  pageOf,
  type InvitationDto,
  type InvitationInput,
  type Page,
} from '@tessera/api';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('invitations');

/** A page of invitations: the own realm's, for administrators all. */
export const invitationsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<InvitationDto>> =>
      pageOf(await invitationsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

function useInvitationMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Invites somebody; the answer alone has the token. */
export const useInvite = () =>
  useInvitationMutation(async (body: InvitationInput) => (await invitationsCreate({ body })).data);

/** Takes an invitation back; whoever has its link can't use it any more. */
export const useRevokeInvitation = () =>
  useInvitationMutation((id: number) => invitationsRevoke({ path: { id } }));

/** The link to send. The token stands after `#`, which browsers send to no server: it gets into no log. */
export const invitationLink = (token: string): string =>
  new URL(`/auth/register#invitation=${encodeURIComponent(token)}`, location.origin).href;
