import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { rule } from '../http/field-checks';
import { Enum, Int, Json, Text } from '../http/fields';

/** Most spans of one request. */
const MAX_SPANS = 50;
/** Longest that a page keeps a span, and longest that a request takes. */
const MAX_MS = 10 * 60_000;

/** An id of OpenTelemetry: lowercase hexadecimal digits, not all zero. Opaque, since it may look like a card number. */
const TraceId = (digits: number) =>
  applyDecorators(
    Text({ max: digits, isOpaque: true }),
    Matches(
      new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`),
      rule(`$property must be ${digits} hexadecimal digits`, 'INVALID'),
    ),
  );

/** The span of one request that a page sent. Its times are relative to the report, since the clocks of browsers are wrong. */
export class BrowserSpanDto {
  @TraceId(32) trace_id: string;
  @TraceId(16) span_id: string;
  @Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) method: string;
  @Text({ max: 200, description: 'The path of the request, each id replaced by :id' }) path: string;
  @Int({
    max: 599,
    nullable: true,
    description: 'Status of the response; 0: there was none; null: cancelled by the page',
  })
  status: number | null;
  @Int({ max: MAX_MS, description: 'How long before the report the request began' }) age_ms: number;
  @Int({ max: MAX_MS }) duration_ms: number;
}

export class BrowserSpansDto {
  @Json({ items: BrowserSpanDto, max: MAX_SPANS }) spans: BrowserSpanDto[];
}
