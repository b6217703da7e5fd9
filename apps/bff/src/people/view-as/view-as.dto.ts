import { Id, Text } from '../../platform/http/fields';

/** Body of `POST /view-as`. */
export class ViewAsInput {
  @Id({ description: 'Whom to view the console as: an enabled user who is no administrator', example: 12 })
  user_id: number;
  @Text({
    max: 500,
    description: 'Why; the user and the owners of their realm read it',
    example: 'Ticket 4711: the pay queue looks empty',
  })
  reason: string;
}
