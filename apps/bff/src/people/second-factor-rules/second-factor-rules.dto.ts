import { Bool, Instant, Int } from '../../platform/http/fields';

/** Whether people must have a second factor, and how many have none. */
export class SecondFactorRuleDto {
  @Instant({
    nullable: true,
    description:
      'From when on everybody needs one; in the future while days of grace last; null: nobody needs one',
  })
  required_from: Date | null;
  @Int({ description: 'Enabled users', example: 12 }) people: number;
  @Int({ description: 'Of these, without a second factor', example: 7 }) without: number;
}

/** Body of `PUT …/second-factor-rule`. */
export class SecondFactorRuleInput {
  @Bool() required: boolean;
  @Int({
    max: 30,
    optional: true,
    description: 'Days from now until those without one can do nothing else; by default 14',
    example: 14,
  })
  days?: number;
}
