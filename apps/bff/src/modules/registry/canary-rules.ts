import type { FieldError } from '../../platform/errors/field-error-codes';
import type { ModuleCanary } from './settings.dto';

/** The errors in a list of canaries: each is for one realm or a share of users, at most one per realm and one for a share. */
export function canaryErrors(canaries: readonly ModuleCanary[]): FieldError[] {
  const targets = new Set<number | null>();
  return canaries.flatMap<FieldError>(({ realm_id, percent }, i) => {
    const isRepeated = targets.has(realm_id);
    targets.add(realm_id);
    if ((realm_id === null) === (percent === null)) {
      return [
        {
          field: `canaries.${i}`,
          message: 'A canary is for one realm or for a percent of the users',
          code: 'CANARY_TARGET',
        },
      ];
    }
    if (!isRepeated) return [];
    return realm_id === null
      ? [
          {
            field: `canaries.${i}.percent`,
            message: 'There is another canary for a percent of the users',
            code: 'CANARY_REPEATED',
          },
        ]
      : [
          {
            field: `canaries.${i}.realm_id`,
            message: 'The realm has another canary',
            code: 'CANARY_REPEATED',
          },
        ];
  });
}
