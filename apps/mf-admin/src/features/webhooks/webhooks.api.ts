import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type EventDto,
  eventsList,
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  type WebhookChange,
  type WebhookDeliveryDto,
  type WebhookDto,
  type WebhookInput,
  webhooksCreate,
  webhooksDeliveries,
  webhooksGet,
  webhooksList,
  webhooksRemove,
  webhooksReplay,
  webhooksRotate,
  webhooksTest,
  webhooksUpdate,
} from '@tessera/api';

const keys = keysOf('webhooks');
/** Ms: webhooks have no live topic. */
const pace = 10_000;
const LOG_PAGE = 50;

/** A page of webhooks. */
export const webhooksQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<WebhookDto>> => pageOf(await webhooksList({ query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pace,
  });

/** One webhook. */
export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }): Promise<WebhookDto> => (await webhooksGet({ path: { id }, signal })).data,
    refetchInterval: pace,
  });

/** A webhook's messages in a state, newest first; '' for all. */
export const deliveriesQuery = (id: number, state: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.one(id), 'deliveries', state],
    queryFn: async ({ signal, pageParam: page }): Promise<Page<WebhookDeliveryDto>> =>
      pageOf(
        await webhooksDeliveries({
          path: { id },
          query: { page, page_size: LOG_PAGE, ...(state && { state }) },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ rows }, _all, page) => (rows.length === LOG_PAGE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: pace,
  });

/** The events to choose from: those that are still to come. */
export const eventChoicesQuery = () =>
  queryOptions({
    queryKey: keysOf('events').list({ choices: true }),
    queryFn: async ({ signal }): Promise<EventDto[]> =>
      (await eventsList({ query: { in_future: true }, signal })).data,
  });

/** Fetches a webhook with its ETag. */
export const fetchWebhook = (id: number) => webhooksGet({ path: { id } });

function useWebhookMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}

/** Creates a webhook; only this response contains its secret. */
export const useCreateWebhook = () =>
  useWebhookMutation(async (body: WebhookInput) => (await webhooksCreate({ body })).data);

export const useUpdateWebhook = () =>
  useWebhookMutation(({ id, body, etag }: { id: number; body: WebhookChange; etag: string | null }) =>
    webhooksUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes a webhook with its messages. */
export const useDeleteWebhook = () => useWebhookMutation((id: number) => webhooksRemove({ path: { id } }));

/** Replaces a webhook's secret; only this response contains the new one. */
export const useRotateSecret = () =>
  useWebhookMutation(async (id: number) => (await webhooksRotate({ path: { id } })).data);

/** Sends a test and waits for the answer. */
export const useTestWebhook = () =>
  useWebhookMutation(async (id: number) => (await webhooksTest({ path: { id } })).data);

/** Sends messages again: those named, or the dead ones. */
export const useReplay = () =>
  useWebhookMutation(
    async ({ id, ids }: { id: number; ids?: number[] }) =>
      (await webhooksReplay({ path: { id }, body: { ...(ids && { ids }) } })).data,
  );
