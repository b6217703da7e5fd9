import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BulkOperationDto,
  keysOf,
  pageOf,
  taskBulkAbort,
  taskBulkGet,
  taskBulkResults,
} from '@tessera/api';

/** Keys of bulk operations: the live stream's topic. */
const bulkKeys = keysOf('bulk');

/** The most results that are listed. */
export const MAX_SHOWN = 100;

/** Whether the operation has ended. */
export const isFinished = ({ state }: Pick<BulkOperationDto, 'state'>): boolean =>
  state === 'done' || state === 'aborted';

/** The progress of an operation: updated by the live stream, and polled, more often without the stream. */
export const operationQuery = (operation: BulkOperationDto, isLive: boolean) =>
  queryOptions({
    queryKey: bulkKeys.one(operation.id),
    queryFn: async ({ signal }) => (await taskBulkGet({ path: { id: operation.id }, signal })).data,
    placeholderData: operation,
    refetchInterval: ({ state: { data } }) => (data && isFinished(data) ? false : isLive ? 5_000 : 1_000),
  });

/** The tasks that an operation skipped, with the reasons. */
export const skippedTasksQuery = (id: number, enabled: boolean) =>
  queryOptions({
    queryKey: [...bulkKeys.one(id), 'passed over'],
    queryFn: async ({ signal }) =>
      pageOf(
        await taskBulkResults({
          path: { id },
          query: { result: '!done,pending', page: 1, page_size: MAX_SHOWN },
          signal,
        }),
      ),
    enabled,
  });

/** Results per request. */
const PAGE_SIZE = 200;

/** The ids of the tasks that an operation skipped; `result`: only those with this reason. */
export async function getSkippedIds(id: number, result = '!done'): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await taskBulkResults({
      path: { id },
      query: { result, page, page_size: PAGE_SIZE },
    });
    ids.push(...data.map(({ task_id }) => task_id));
    if (data.length < PAGE_SIZE) return ids;
  }
}

/** Aborts an operation; its remaining tasks stay unchanged. */
export function useAbortOperation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => (await taskBulkAbort({ path: { id } })).data,
    onSuccess: (operation) => client.setQueryData(bulkKeys.one(operation.id), operation),
  });
}
