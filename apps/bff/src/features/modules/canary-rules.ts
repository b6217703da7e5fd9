import type { FieldError } from '../../platform/errors/field-error-codes';
import type { ModuleCanary } from './module-settings.dto';

/**
 * What is wrong with a list of canaries: each is for one realm or for a share of them, no realm is named twice, and there
 * is one share at most.
 */
export function canaryErrors(canaries: readonly ModuleCanary[]): FieldError[] {
  const seen = new Set<number | null>();
  return canaries.flatMap<FieldError>(({ realm_id, percent }, i) => {
    const twice = seen.has(realm_id);
    seen.add(realm_id);
    if ((realm_id === null) === (percent === null)) {
      return [
        {
          field: `canaries.${i}`,
          message: 'A canary is for one realm or for a percent of them',
          code: 'CANARY_TARGET',
        },
      ];
    }
    if (!twice) return [];
    return realm_id === null
      ? [
          {
            field: `canaries.${i}.percent`,
            message: 'There is another canary for a percent of the realms',
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
