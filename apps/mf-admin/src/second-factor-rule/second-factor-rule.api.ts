import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  keysOf,
  type SecondFactorRuleInput,
  secondFactorRulesGet,
  secondFactorRulesGetOfAdministrators,
  secondFactorRulesSet,
  secondFactorRulesSetOfAdministrators,
} from '@tessera/api';

const keys = keysOf('second-factor-rule');

/** Whether the people of a realm must have a second factor; null: administrators. Numbers are read each time. */
export const ruleQuery = (realmId: number | null) =>
  queryOptions({
    queryKey: keys.list({ realm: String(realmId) }),
    queryFn: async ({ signal }) =>
      (realmId === null
        ? await secondFactorRulesGetOfAdministrators({ signal })
        : await secondFactorRulesGet({ path: { id: realmId }, signal })
      ).data,
    staleTime: 0,
  });

export function useSetRule(realmId: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SecondFactorRuleInput) =>
      (realmId === null
        ? await secondFactorRulesSetOfAdministrators({ body })
        : await secondFactorRulesSet({ path: { id: realmId }, body })
      ).data,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all() }),
        client.invalidateQueries({ queryKey: keysOf('me').all() }),
      ]),
  });
}
