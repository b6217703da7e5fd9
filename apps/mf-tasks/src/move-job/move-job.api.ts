import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { calendarPreviewMove, ifMatch, type JobMoveDto, jobsUpdate, keysOf } from '@tessera/api';

/** What a move would change, with the job's version. */
export type JobMove = JobMoveDto & { etag: string | null };

const calendarKeys = keysOf('calendar');

/** What moving a job would change. */
export const fetchMove = async (id: number, scheduled_at: string, signal?: AbortSignal): Promise<JobMove> => {
  const { data, response } = await calendarPreviewMove({
    path: { id },
    query: { scheduled_at },
    signal,
  });
  return { ...data, etag: response.headers.get('etag') };
};

/** As `fetchMove`, for the dialog that asks. */
export const moveQuery = (id: number, scheduledAt: string | null) =>
  queryOptions({
    queryKey: [...calendarKeys.one(id), 'move', scheduledAt],
    queryFn: ({ signal }) => fetchMove(id, scheduledAt ?? '', signal),
    enabled: scheduledAt !== null,
    staleTime: 0,
    gcTime: 0,
  });

/** Moves a job's start; answers the version that the job then has. */
export function useMoveJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, at, etag }: { id: number; at: string | null; etag: string | null }) => {
      const { response } = await jobsUpdate({ path: { id }, body: { scheduled_at: at }, ...ifMatch(etag) });
      return { etag: response.headers.get('etag') };
    },
    onSettled: () =>
      Promise.all(
        ['calendar', 'jobs', 'tasks'].map((topic) =>
          client.invalidateQueries({ queryKey: keysOf(topic).all() }),
        ),
      ),
  });
}
