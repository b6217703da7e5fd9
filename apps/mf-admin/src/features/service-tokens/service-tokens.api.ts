import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  keysOf,
  type Page,
  pageOf,
  type ServiceTokenDto,
  type ServiceTokenInputDto,
  serviceTokensCreate,
  serviceTokensList,
  serviceTokensRevoke,
} from '@tessera/api';

const keys = keysOf('service tokens');

/** A page of service tokens, never the tokens themselves. */
export const serviceTokensQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<ServiceTokenDto>> =>
      pageOf(await serviceTokensList({ query, signal })),
    placeholderData: keepPreviousData,
  });

function useTokenMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a token; only this response contains it in plain text. */
export const useCreateServiceToken = () =>
  useTokenMutation(async (body: ServiceTokenInputDto) => (await serviceTokensCreate({ body })).data);

/** Ends a token for good. */
export const useRevokeServiceToken = () =>
  useTokenMutation((id: number) => serviceTokensRevoke({ path: { id } }));
