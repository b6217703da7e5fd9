import { Bool, Id, Instant, Text } from '../../platform/http/fields';

/** A pause: nothing starts in its realm, and running tasks wait. */
export class PauseDto {
  @Id() id: number;
  @Id({ nullable: true, description: 'Null: the whole installation' }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Text({ example: 'The site charges twice' }) reason: string;
  @Instant() paused_at: Date;
  @Text({ description: 'Who paused it', example: 'owner@quayside.example' }) paused_who: string;
  @Instant({ nullable: true, description: 'Null: in force' }) ended_at: Date | null;
}

/** Body of `POST /pauses`. */
export class PauseInput {
  @Id({ optional: true, description: 'Your own realm; administrators name one, or everything' })
  realm_id?: number;
  @Bool({ optional: true, description: 'Pause the whole installation; administrators only' })
  everything?: boolean;
  @Text({ min: 1, max: 500, lines: true, example: 'The site charges twice' }) reason: string;
}
