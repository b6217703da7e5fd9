import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ApprovalDto,
  approvalRulesGet,
  type ApprovalRulesInput,
  approvalRulesSet,
  approvalsApprove,
  approvalsCommitments,
  approvalsCreate,
  approvalsDecline,
  approvalsGet,
  approvalsList,
  approvalsWithdraw,
  type ApproveInput,
  type AskApprovalInput,
  keysOf,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('approvals');

/** A page of requests for approval. */
export const approvalsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ApprovalDto>> => pageOf(await approvalsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** One request; null before its id is known. */
export const approvalQuery = (id: number | null) =>
  queryOptions({
    queryKey: keys.one(id ?? 0),
    queryFn: async ({ signal }) => (await approvalsGet({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
  });

/** The rules that a request is about, with what is committed now: as budgets, they follow what is held, bought and launched. */
export const commitmentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keysOf('budgets').all(), 'commitments', id],
    queryFn: async ({ signal }) => (await approvalsCommitments({ path: { id }, signal })).data,
  });

/** From which sums a second person decides in a realm; undefined: the user's own. */
export const approvalRulesQuery = (realmId: number | undefined) =>
  queryOptions({
    queryKey: keysOf('approval-rules').one(realmId ?? 0),
    queryFn: async ({ signal }) => {
      const query = realmId === undefined ? {} : { realm_id: realmId };
      return (await approvalRulesGet({ query, signal })).data;
    },
  });

function useApprovalMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      for (const what of ['approvals', 'approval-rules', 'budgets', 'jobs', 'tasks'])
        void client.invalidateQueries({ queryKey: keysOf(what).all() });
    },
  });
}

/** Asks a second person; 409 while the same is asked already. */
export const useAskApproval = () =>
  useApprovalMutation(async (body: AskApprovalInput) => (await approvalsCreate({ body })).data);

/** Approves a request, which does what it asks for; 409 PLAN_CHANGED, or when it was decided meanwhile. */
export const useApprove = () =>
  useApprovalMutation(({ id, ...body }: ApproveInput & { id: number }) =>
    approvalsApprove({ path: { id }, body }),
  );

/** Declines a request. */
export const useDecline = () =>
  useApprovalMutation(({ id, answer }: { id: number; answer: string }) =>
    approvalsDecline({ path: { id }, body: { answer } }),
  );

/** Takes one's own request back. */
export const useWithdraw = () => useApprovalMutation((id: number) => approvalsWithdraw({ path: { id } }));

/** Replaces the rules of a realm. */
export const useSetRules = () =>
  useApprovalMutation((body: ApprovalRulesInput) => approvalRulesSet({ body }));
