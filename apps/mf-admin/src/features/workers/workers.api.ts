import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  keysOf,
  type Page,
  pageOf,
  tasksList,
  type WorkerDto,
  workersCreateToken,
  workersGet,
  workersList,
  workersRevokeToken,
  workersToken,
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

/** One worker. */
export const workerQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }): Promise<WorkerDto> => (await workersGet({ path: { id }, signal })).data,
    refetchInterval: pace,
  });

/** The tasks that a worker has leased now. */
export const leasedTasksQuery = (id: number) =>
  queryOptions({
    queryKey: keys.list({ leasedBy: id }),
    queryFn: async ({ signal }) =>
      pageOf(
        await tasksList({ query: { worker_id: String(id), page: 1, page_size: 50, sort: 'name' }, signal }),
      ),
    refetchInterval: pace,
  });

/** One worker token. */
export const tokenQuery = (id: number) =>
  queryOptions({
    queryKey: tokenKeys.one(id),
    queryFn: async ({ signal }): Promise<WorkerTokenDto> =>
      (await workersToken({ path: { id }, signal })).data,
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
