import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { escalationGet, escalationSet, keysOf } from '@tessera/api';

const keys = keysOf('escalation');

/** After how many minutes without action more people of the realm are notified. */
export const escalationQuery = () =>
  queryOptions({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => (await escalationGet({ signal })).data,
  });

/** Sets the minutes for the realm; null switches escalation off. */
export function useSaveEscalation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (minutes: number | null) => escalationSet({ body: { minutes } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
