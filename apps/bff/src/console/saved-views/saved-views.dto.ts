import { Bool, Id, Instant, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

export type ViewQuery = Record<string, unknown>;

const OF_THE_PAGE = "A page's filters, sort and columns: its own business";

/** A page's filters and sort under a name: the caller's own, or shared with the realm by another user. */
export class SavedViewDto {
  @Id() id: number;
  @Text({ example: 'tasks' }) page: string;
  @Text({ example: 'Failed today' }) name: string;
  @Json({ example: { status: 'failed' } }) query: ViewQuery;
  @Bool({ description: "Everybody of its owner's realm reads it" }) shared: boolean;
  @Bool({ description: "The caller's own: theirs to change" }) own: boolean;
  @Text({ description: 'Whose it is', example: 'owner@quayside.example' }) owner: string;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** Body of `POST /saved-views`. */
export class SavedViewInput {
  @Text({ max: 50, example: 'tasks' }) page: string;
  @Text({ max: 100, example: 'Failed today' }) name: string;
  @Json({ description: OF_THE_PAGE, example: { status: 'failed' } }) query: ViewQuery;
  @Bool({ optional: true }) shared?: boolean;
}

/** Body of `PUT /saved-views/{id}`: only the fields sent change. */
export class SavedViewChange {
  @Text({ min: 1, max: 100, optional: true, example: 'Failed today' }) name?: string;
  @Json({ description: OF_THE_PAGE, optional: true, example: { status: 'failed' } }) query?: ViewQuery;
  @Bool({ optional: true }) shared?: boolean;
}

/** Filters of `GET /saved-views`. */
export class SavedViewListQuery extends ListQuery {
  @Text({ optional: true, description: 'The page that they are of' }) view_page?: string;
}
