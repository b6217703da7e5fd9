import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidatorConstraintInterface,
  ValidationTypes,
} from 'class-validator';

type DtoClass = new () => object;
type Applies = (object: object, value: unknown) => boolean;
type Check = { validator: ValidatorConstraintInterface; each: boolean; constraints: unknown[] };
type Field = { name: string; applies: Applies[]; checks: Check[] };

const compiled = new Map<DtoClass, readonly Field[] | null>();

/**
 * Whether an instance passes every check of its DTO; false where it may not, or where that can't be decided this way:
 * then class-validator decides and finds the words. The checks are class-validator's own, from the DTO's decorators,
 * looked up once rather than at each call; DTOs within DTOs are left to it.
 */
export function passesQuickly<T extends object>(dto: new () => T, instance: T): boolean {
  let fields = compiled.get(dto);
  if (fields === undefined) compiled.set(dto, (fields = compile(dto)));
  return fields?.every((field) => passes(field, instance as Record<string, unknown>, dto)) ?? false;
}

function passes({ name, applies, checks }: Field, object: Record<string, unknown>, dto: DtoClass): boolean {
  const value = object[name];
  for (const applied of applies) if (!applied(object, value)) return true;
  for (const { validator, each, constraints } of checks) {
    const about = { targetName: dto.name, property: name, object, value, constraints };
    if (each && Array.isArray(value)) {
      for (const entry of value as unknown[]) if (!good(validator, entry, about)) return false;
    } else if (!good(validator, value, about)) return false;
  }
  return true;
}

/** A check that answers later isn't passed now. */
const good = (validator: ValidatorConstraintInterface, value: unknown, about: ValidationArguments): boolean =>
  validator.validate(value, about) === true;

/** The checks of a DTO by field; null when some are of a kind that isn't known here. */
function compile(dto: DtoClass): readonly Field[] | null {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(dto, '', false, false);
  const fields = [...Map.groupBy(all, ({ propertyName }) => propertyName)].map(([name, group]) => {
    const field: Field = { name, applies: [], checks: [] };
    for (const { type, each, constraints, constraintCls, validateIf, groups } of group) {
      if (validateIf || groups?.length) return null;
      if (type === ValidationTypes.WHITELIST) continue;
      if (type === ValidationTypes.CONDITIONAL_VALIDATION) field.applies.push(constraints[0] as Applies);
      else if (type === ValidationTypes.CUSTOM_VALIDATION) {
        const found = storage.getTargetValidatorConstraints(constraintCls);
        if (found.some(({ async }) => async)) return null;
        field.checks.push(...found.map(({ instance: validator }) => ({ validator, each, constraints })));
      } else return null;
    }
    return field;
  });
  if (fields.length === 0 || fields.includes(null)) return null;
  return fields.filter((field) => field !== null);
}
