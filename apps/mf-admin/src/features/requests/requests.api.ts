import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ApprovalInput,
  type ChangeRequestDto,
  type ChangeRequestInput,
  changeRequestsApprove,
  changeRequestsCreate,
  changeRequestsDecline,
  changeRequestsGet,
  changeRequestsList,
  changeRequestsWithdraw,
  eventsGet,
  keysOf,
  LIVE_FIGURES,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('change-requests');

/** A page of requests: the realm's own, for administrators all. */
export const requestsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ChangeRequestDto>> =>
      pageOf(await changeRequestsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** One request with what the realm has now. */
export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => (await changeRequestsGet({ path: { id }, signal })).data,
  });

/** The event whose purchase limit is to be corrected. */
export const askedEventQuery = (id: number) =>
  queryOptions({
    queryKey: keysOf('events').one(id),
    queryFn: async ({ signal }) => (await eventsGet({ path: { id }, signal })).data,
  });

function useRequestMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      // An approval changes realms, sites and events too.
      for (const what of ['change-requests', 'realms', 'sites', 'events', 'dashboard', LIVE_FIGURES])
        void client.invalidateQueries({ queryKey: keysOf(what).all() });
    },
  });
}

/** Asks the administrators; 409 while a request for the same is open. */
export const useAsk = () => useRequestMutation((body: ChangeRequestInput) => changeRequestsCreate({ body }));

/** Takes an open request back. */
export const useWithdraw = () => useRequestMutation((id: number) => changeRequestsWithdraw({ path: { id } }));

/** Approves a request, which makes the change; 409 when it was answered, or the limit is so already. */
export const useApprove = () =>
  useRequestMutation(({ id, ...body }: ApprovalInput & { id: number }) =>
    changeRequestsApprove({ path: { id }, body }),
  );

/** Declines a request. */
export const useDecline = () =>
  useRequestMutation(({ id, answer }: { id: number; answer: string }) =>
    changeRequestsDecline({ path: { id }, body: { answer } }),
  );
