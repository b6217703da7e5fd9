import { Module } from '@nestjs/common';
import { BrowserSpans } from './browser-spans';
import { BrowserSpansController } from './browser-spans.controller';

/** The route that takes the spans of pages. */
@Module({ controllers: [BrowserSpansController], providers: [BrowserSpans] })
export class TelemetryModule {}
