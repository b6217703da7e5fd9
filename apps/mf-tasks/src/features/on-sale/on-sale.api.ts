import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BulkTasksDto,
  dashboardOnSales,
  type EventBudgetInput,
  ifMatch,
  jobsGet,
  jobsUpdate,
  keysOf,
  loginChecksAsk,
  loginChecksGet,
  loginChecksWithdraw,
  type OnSaleDto,
  onSaleGet,
  onSaleHistory,
  onSaleSetBudget,
  serverNow,
  taskBulkRun,
} from '@tessera/api';

/** Keys of the room: the shell refetches it when tasks, seats or waiting places change. */
const roomKeys = keysOf('on-sale');

/** Milliseconds between requests without a live stream. */
const POLL_INTERVAL = 3_000;
/** With a stream, what changes without an event, such as the age of the queue, is at most this old. */
const LIVE_INTERVAL = 10_000;

/** Everything that the room shows now. */
export const roomQuery = (eventId: number, isLive: boolean) =>
  queryOptions({
    queryKey: roomKeys.one(eventId),
    queryFn: async ({ signal }) => (await onSaleGet({ path: { eventId }, signal })).data,
    refetchInterval: ({ state }) =>
      Math.min(isLive ? LIVE_INTERVAL : POLL_INTERVAL, untilNextExpiry(state.data)),
  });

/** Milliseconds until the next held seats expire, for which there is no live message. */
function untilNextExpiry(room: OnSaleDto | undefined): number {
  const next = room?.baskets.next[0];
  return next ? Math.max(1_000, Date.parse(next.expires_at) - serverNow() + 300) : Infinity;
}

/** What is ready for the on-sale of an event. */
export const readinessQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...keysOf('dashboard').all(), 'readiness', eventId],
    queryFn: async ({ signal }) => {
      const { sales } = (await dashboardOnSales({ query: { event_id: eventId }, signal })).data;
      return sales[0] ?? null;
    },
  });

/** What the check of an event's planned logins found. */
export const loginCheckQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...keysOf('login-checks').all(), eventId],
    queryFn: async ({ signal }) => (await loginChecksGet({ path: { id: eventId }, signal })).data,
    // No live message says that a login was checked.
    refetchInterval: ({ state: { data } }) =>
      data && data.waiting + data.running > 0 ? LIVE_INTERVAL : false,
  });

/** Asks for a check of an event's planned logins, or withdraws what no worker has yet. */
export function useLoginCheck(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ask, realm_id }: { ask: boolean; realm_id: number | undefined }) =>
      (await (ask ? loginChecksAsk : loginChecksWithdraw)({ path: { id: eventId }, query: { realm_id } }))
        .data,
    onSuccess: (check) => client.setQueryData(loginCheckQuery(eventId).queryKey, check),
  });
}

/** What happened before; not below the key of the room, since snapshots continue it. */
export const historyQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...keysOf('on-sale-history').all(), eventId],
    queryFn: async ({ signal }) => (await onSaleHistory({ path: { eventId }, signal })).data,
    staleTime: Infinity,
    // Opening the room again reads what happened meanwhile.
    gcTime: 0,
  });

function useRefetchRoom() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['on-sale', 'tasks', 'jobs'].map((topic) =>
        client.invalidateQueries({ queryKey: keysOf(topic).all() }),
      ),
    );
}

/** Runs or previews a command on many tasks. */
export const useRoomCommand = () =>
  useMutation({
    mutationFn: async (body: BulkTasksDto) => (await taskBulkRun({ body })).data,
    onSettled: useRefetchRoom(),
  });

/** Sets the target of a job, unless somebody changed the job meanwhile. */
export const useRaiseTarget = () =>
  useMutation({
    mutationFn: async ({ jobId, target }: { jobId: number; target: number }) => {
      const { response } = await jobsGet({ path: { id: jobId } });
      const etag = response.headers.get('etag');
      return (await jobsUpdate({ path: { id: jobId }, body: { seats_target: target }, ...ifMatch(etag) }))
        .data;
    },
    onSettled: useRefetchRoom(),
  });

/** Sets the most that the realm may spend on the event. */
export const useSetBudget = (eventId: number) =>
  useMutation({
    mutationFn: async (body: EventBudgetInput) => (await onSaleSetBudget({ path: { eventId }, body })).data,
    onSettled: useRefetchRoom(),
  });
