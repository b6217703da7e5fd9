import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keysOf } from '@tessera/api';
import { getTemplate, launchJob, previewJob } from '../../sdk';
import type { JobInputDto } from '../../wire';

/** The template that a link names. */
export const launchTemplateQuery = (id: number | null) =>
  queryOptions({
    queryKey: keysOf('templates').one(id ?? 0),
    queryFn: async ({ signal }) => (await getTemplate({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
  });

/** What a launch would make, asked afresh each time. */
export const planQuery = (input: JobInputDto | null) =>
  queryOptions({
    queryKey: keysOf('job-plans').list({ ...input }),
    queryFn: async ({ signal }) => {
      if (input === null) throw new Error('Nothing to plan yet');
      return (await previewJob({ body: input, signal })).data;
    },
    enabled: input !== null,
    refetchOnWindowFocus: false,
  });

/** Launches what was previewed; `key` makes a repeated try the same launch (contract section 1). */
export function useLaunchJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, key }: { input: JobInputDto; key: string }) =>
      (await launchJob({ body: input, headers: { 'Idempotency-Key': key } })).data,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keysOf('jobs').all() });
      await client.invalidateQueries({ queryKey: keysOf('tasks').all() });
    },
  });
}
