import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type InvitationDto,
  type InvitationInput,
  invitationsCreate,
  invitationsList,
  invitationsRevoke,
  keysOf,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('invitations');

/** A page of invitations: those of the user's realm, for administrators all. */
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

/** Creates an invitation; only this response contains its token. */
export const useInvite = () =>
  useInvitationMutation(async (body: InvitationInput) => (await invitationsCreate({ body })).data);

/** Revokes an invitation; its link stops working. */
export const useRevokeInvitation = () =>
  useInvitationMutation((id: number) => invitationsRevoke({ path: { id } }));

/** The link to send. Browsers don't send the fragment to servers, so the token isn't logged. */
export const invitationLink = (token: string): string =>
  new URL(`/auth/register#invitation=${encodeURIComponent(token)}`, location.origin).href;
