import { Id, Instant, Int, Text, Texts } from '../../../platform/http/fields';

/** Largest upload in characters. */
const MAX_SVG = 512 * 1024;

/** What an upload is drawn for, and what of its names the site knows. */
class SiteMapMatchDto {
  @Texts({ description: 'Areas of the site that the drawing shows', example: ['North 104'] })
  matched: string[];
  @Texts({ description: 'Areas of the site that the drawing does not show', example: ['East 210'] })
  missing: string[];
  @Texts({ description: 'Names in the drawing that no area of the site has', example: ['Car park'] })
  unknown: string[];
  @Texts({ description: 'Kinds of elements and attributes that were left out', example: ['script'] })
  removed: string[];
}

/** A map of a site, or of one of its events. */
export class SiteMapDto extends SiteMapMatchDto {
  @Id() id: number;
  @Id() site_id: number;
  @Id({ nullable: true, description: 'Null: of every event of the site that has none of its own' }) event_id:
    number | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Int({ description: 'Grows with each upload' }) version: number;
  @Instant() updated_at: Date;
}

/** What a map would be. */
export class SiteMapPreviewDto extends SiteMapMatchDto {
  @Text({ max: 2_000_000, raw: true, description: 'The sanitized drawing' }) svg: string;
}

/** Body of an upload. */
export class SiteMapInput {
  @Text({
    max: MAX_SVG,
    raw: true,
    // Coordinates in a row look like a card's number.
    isOpaque: true,
    description: 'An SVG; its named parts (`data-area`, a `title`, else an `id`) are areas',
    example:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path data-area="North 104" d="M0 0h9v9z"/></svg>',
  })
  svg: string;
  @Id({ optional: true, nullable: true, description: 'An event of the site; null: the site itself' })
  event_id?: number | null;
}

export class SiteMapQuery {
  @Id({ optional: true, description: 'The map of this event; without it the one of the site' })
  event_id?: number;
}
