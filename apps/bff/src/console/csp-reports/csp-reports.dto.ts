import { Id, Instant, Int, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

/** A violation of the content security policy and how often browsers reported it. */
export class CspReportDto {
  @Id() id: number;
  @Text({ example: 'script-src-elem' }) directive: string;
  @Text({ description: 'An origin, a scheme, or a word such as inline', example: 'https://ads.example' })
  blocked: string;
  @Text({ description: 'Path of the page, without ids', example: '/tasks/:id' }) page: string;
  @Text({ min: 0, description: 'The script that did it; empty: unknown', example: '/js/main.js' })
  source: string;
  @Int({ min: 1, description: 'How often it was reported' }) reports: number;
  @Instant() first_at: string;
  @Instant() last_at: string;
}

/** Filters of `GET /csp-reports`. */
export class CspReportsQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the directive, of what was blocked, the page or the script' })
  q?: string;
}
