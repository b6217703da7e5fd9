import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type ModulePublisherDto,
  type ModulePublisherInput,
  modulePublishersAddKey,
  modulePublishersChange,
  modulePublishersCreate,
  modulePublishersCreateToken,
  modulePublishersGet,
  modulePublishersList,
  modulePublishersRemove,
  modulePublishersRevokeKey,
  modulePublishersRevokeToken,
  moduleSettingsList,
  type ModuleTokenInput,
  type Page,
  pageOf,
  type UserDto,
  usersGet,
} from '@tessera/api';

const keys = keysOf('publishers');

/** A page of publishers with their keys and tokens, never the tokens themselves. */
export const publishersQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ModulePublisherDto>> =>
      pageOf(await modulePublishersList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** Fetches a publisher with its ETag. */
export const fetchPublisher = (id: number) => modulePublishersGet({ path: { id } });

/** The users of these ids; one that was deleted is left out. */
export const usersQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: keysOf('users').list({ ids }),
    queryFn: async ({ signal }): Promise<UserDto[]> => {
      const answers = await Promise.allSettled(ids.map((id) => usersGet({ path: { id }, signal })));
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : []));
    },
  });

function usePublisherMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}

interface PublisherChange {
  /** Null: a new publisher. */
  id: number | null;
  body: ModulePublisherInput;
  etag: string | null;
}

/** Creates or changes a publisher. */
export const useSavePublisher = () =>
  usePublisherMutation(async ({ id, body, etag }: PublisherChange) =>
    id === null
      ? (await modulePublishersCreate({ body })).data
      : (await modulePublishersChange({ path: { id }, body, ...ifMatch(etag) })).data,
  );

/** Deletes a publisher that has published nothing. */
export const useDeletePublisher = () =>
  usePublisherMutation((id: number) => modulePublishersRemove({ path: { id } }));

/** Adds a public key. */
export const useAddKey = () =>
  usePublisherMutation(({ publisherId, public_key }: { publisherId: number; public_key: string }) =>
    modulePublishersAddKey({ path: { id: publisherId }, body: { public_key } }),
  );

/** The releases that somebody gets and that a key has signed, by name: "Tickets 1.9.0". */
export async function fetchReleasesInUse(keyId: string): Promise<string[]> {
  const { data } = await moduleSettingsList();
  return data.flatMap(({ title, releases }) =>
    releases
      .filter(({ key, state }) => key === keyId && (state === 'stable' || state === 'canary'))
      .map(({ version }) => `${title} ${version}`),
  );
}

/** Ends a key for good. */
export const useRevokeKey = () =>
  usePublisherMutation(({ publisherId, id }: { publisherId: number; id: number }) =>
    modulePublishersRevokeKey({ path: { id: publisherId, keyId: id } }),
  );

/** Creates a token; only this response contains it in plain text. */
export const useCreateToken = () =>
  usePublisherMutation(
    async ({ publisherId, body }: { publisherId: number; body: ModuleTokenInput }) =>
      (await modulePublishersCreateToken({ path: { id: publisherId }, body })).data,
  );

/** Ends a token for good. */
export const useRevokeToken = () =>
  usePublisherMutation(({ publisherId, id }: { publisherId: number; id: number }) =>
    modulePublishersRevokeToken({ path: { id: publisherId, tokenId: id } }),
  );
