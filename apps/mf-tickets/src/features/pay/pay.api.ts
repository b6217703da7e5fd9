import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  ApiError,
  type BasketDto,
  type BasketSeat,
  type ClaimedBasketDto,
  keysOf,
  type Page,
  pageOf,
  paymentsList,
  type RevealedSecret,
} from '@tessera/api';

export type { BasketDto, BasketSeat, ClaimedBasketDto };
/** Who pays a basket, and until when. */
export type Claim = NonNullable<BasketDto['claim']>;
export type SecretName = RevealedSecret['which'];

/** The keys of the queue; the live stream's topic says who claims which basket. */
export const payQueue = keysOf('pay_queue');
export const holdKeys = keysOf('holds');
export const ticketKeys = keysOf('tickets');

/** How many baskets the page shows. */
const SHOWN_BASKETS = 100;
/** How often the queue is read, for claims and holds that end without a message. */
const REFRESH_MS = 20_000;

/** Which baskets are paid; null: of every event, or of every job. */
export interface BasketsOf {
  eventId: number | null;
  jobId: number | null;
}

/** The baskets to pay, the one that expires first at the top. */
export const payQueueQuery = ({ eventId, jobId }: BasketsOf) =>
  queryOptions({
    queryKey: payQueue.list({ eventId, jobId }),
    queryFn: async ({ signal }): Promise<Page<BasketDto>> =>
      pageOf(
        await paymentsList({
          query: {
            page: 1,
            page_size: SHOWN_BASKETS,
            event_id: eventId === null ? undefined : String(eventId),
            job_id: jobId === null ? undefined : String(jobId),
          },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** Whether a call was refused because none of the basket's seats is held any more. */
export const holdsNothing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NOTHING_HELD' || error.code === 'NOT_FOUND');

/** Whether a call failed because there was no response. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
