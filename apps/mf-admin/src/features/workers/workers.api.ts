import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  keysOf,
  type Page,
  pageOf,
  type WorkerDto,
  workersCreateToken,
  workersList,
  workersRevokeToken,
  workersTokens,
  type WorkerTokenDto,
  type WorkerTokenInputDto,
} from '@tessera/api';

const keys = keysOf('workers');
const tokenKeys = keysOf('worker tokens');
/** Ms: workers have no live topic; each is lost after 40 s of silence. */
const pace = 10_000;

/** A page of workers. */
export const workersQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<WorkerDto>> => pageOf(await workersList({ query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pace,
  });

/** A page of worker tokens, never the tokens themselves. */
export const tokensQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: tokenKeys.list(query),
    queryFn: async ({ signal }): Promise<Page<WorkerTokenDto>> =>
      pageOf(await workersTokens({ query, signal })),
    placeholderData: keepPreviousData,
  });

function useTokenMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all() }),
  });
}

/** Creates a token; only this response contains it in plain text. */
export const useCreateToken = () =>
  useTokenMutation(async (body: WorkerTokenInputDto) => (await workersCreateToken({ body })).data);

/** Ends a token for good. */
export const useRevokeToken = () => useTokenMutation((id: number) => workersRevokeToken({ path: { id } }));
