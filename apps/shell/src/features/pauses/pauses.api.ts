import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  impactPause,
  keysOf,
  LIVE_FIGURES,
  pageOf,
  type PauseDto,
  type PauseInput,
  pausesBegin,
  pausesList,
  pausesResume,
  realmsList,
} from '@tessera/api';

const keys = keysOf('pauses');

/** The pauses in force that concern the user; the live stream updates them. */
export const pausesQuery = () =>
  queryOptions({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => pageOf<PauseDto>(await pausesList({ signal })),
  });

/** What a pause of the realm holds back, or its end starts; without a realm of all, for administrators. */
export const fetchPauseImpact = async (realmId: number | null, signal?: AbortSignal) =>
  (await impactPause({ query: realmId === null ? {} : { realm_id: realmId }, signal: signal ?? null })).data;

export const pauseImpactQuery = (realmId: number | null) =>
  queryOptions({
    queryKey: keysOf('pause_impact').list({ realmId }),
    queryFn: ({ signal }) => fetchPauseImpact(realmId, signal),
    staleTime: 0,
  });

/** The realms that an administrator can pause. */
export const pausableRealmsQuery = () =>
  queryOptions({
    queryKey: keysOf('realms').list({ choices: true }),
    queryFn: async ({ signal }) => (await realmsList({ query: { sort: 'name' }, signal })).data,
  });

function usePauseMutation<Input, T>(mutationFn: (input: Input) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all() }),
        client.invalidateQueries({ queryKey: keysOf(LIVE_FIGURES).all() }),
      ]),
  });
}

/** Pauses a realm or everything; returns the pause in force, which may be somebody else's. */
export const useBeginPause = () =>
  usePauseMutation(async (body: PauseInput) => (await pausesBegin({ body })).data);

/** Ends a pause. */
export const useResume = () =>
  usePauseMutation(async (id: number) => (await pausesResume({ path: { id } })).data);
