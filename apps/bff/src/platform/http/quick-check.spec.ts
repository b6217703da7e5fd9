import { validate } from 'class-validator';
import fc from 'fast-check';
import { Bool, Enum, Ids, Instant, Int, Json, Text, Texts } from './fields';
import { PlainLabel } from './plain-label';
import { FieldErrors } from '../errors/field-errors';
import { passesQuickly } from './quick-check';
import { readFields } from './read-fields';

class Inner {
  @Int() n: number;
}
class Flat {
  @Text({ max: 5 }) name: string;
  @Int({ min: 1, max: 9, optional: true }) count?: number;
  @Enum(['a', 'b'] as const, { optional: true, nullable: true }) kind?: string | null;
  @Bool({ optional: true }) flag?: boolean;
  @Ids({ optional: true, min: 1, max: 3 }) ids?: number[];
  @Texts({ optional: true, nullable: true, max: 2 }) areas?: string[] | null;
  @Instant({ optional: true }) at?: string;
  @Json({ optional: true, nullable: true }) data?: Record<string, unknown> | null;
  @PlainLabel({ optional: true }) label?: string;
}
class Nested extends Flat {
  @Json({ items: Inner, optional: true }) inner?: Inner[];
}

/** The instance that a body is read as. */
const instanceOf = <T extends object>(dto: new () => T, body: Record<string, unknown>): T =>
  readFields(dto, body, new FieldErrors());

const some = fc.oneof(
  fc.constantFrom(undefined, null, '', 'a', 'toolong', 0, 1, 9, 10, 1.5, NaN, true, 'true', [], [1], [1, 1], [0], ['x'], {}, { x: 1 }),
  fc.constantFrom('2026-11-21T10:00:00Z', '2026-02-30T10:00:00Z', 'u:p@host', 'eu-1', '\u0000', [1, 'x'], ['x', 1], [[1]]),
); // prettier-ignore
const names = ['name', 'count', 'kind', 'flag', 'ids', 'areas', 'at', 'data', 'label'] as const;
const body = fc.record(
  { ...Object.fromEntries(names.map((name) => [name, some])), name: fc.oneof(fc.constant('good'), some), other: fc.constant(1) },
  { requiredKeys: [] },
); // prettier-ignore

it('passes exactly what class-validator passes', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const instance = instanceOf(Flat, value);
      expect(passesQuickly(Flat, instance)).toBe((await validate(instance)).length === 0);
    }),
    { numRuns: 500 },
  );
});

it('leaves DTOs within DTOs to class-validator', () => {
  expect(passesQuickly(Nested, instanceOf(Nested, { name: 'good', inner: [{ n: 1 }] }))).toBe(false);
});
