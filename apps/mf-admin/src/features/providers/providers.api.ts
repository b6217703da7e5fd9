import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type IdentityProviderChange,
  type IdentityProviderDto,
  type IdentityProviderInput,
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  providersCreate,
  providersGet,
  providersImpact,
  providersList,
  providersRemove,
  providersTry,
  providersUpdate,
  type RuleTrialDto,
} from '@tessera/api';

const keys = keysOf('identity providers');

/** A page of identity providers. */
export const providersQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<IdentityProviderDto>> =>
      pageOf(await providersList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** One provider with its ETag, for its form. */
export const fetchProvider = (id: number) => providersGet({ path: { id } });

function useProviderMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates a provider, whose configuration the server reads first. */
export const useCreateProvider = () =>
  useProviderMutation((body: IdentityProviderInput) => providersCreate({ body }));

/** Changes the given fields. */
export const useUpdateProvider = () =>
  useProviderMutation(
    ({ id, body, etag }: { id: number; body: IdentityProviderChange; etag: string | null }) =>
      providersUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** What disabling or deleting a provider would end. */
export const fetchImpact = async (id: number) => (await providersImpact({ path: { id } })).data;

/** Deletes a provider and its links. */
export const useDeleteProvider = () => useProviderMutation((id: number) => providersRemove({ path: { id } }));

/** What claims would give by rules that needn't be saved. */
export const tryRules = async (body: RuleTrialDto) => (await providersTry({ body })).data;
