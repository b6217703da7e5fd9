import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ProblemFilter } from '../errors/problem.filter';
import { CsvInterceptor } from './csv.interceptor';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { ValidationPipe } from './validation.pipe';

/** The wire conventions that every route keeps. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_PIPE, useClass: ValidationPipe },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: CsvInterceptor },
  ],
})
export class HttpModule {}
