import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessAudit } from '../audit/access-audit';
import { AuditEntry } from '../audit/audit-entry.entity';
import { ApiErrorFilter } from '../errors/api-error.filter';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { IdempotencyKey } from './idempotency-key.entity';
import { ValidationPipe } from './validation.pipe';

/** The wire conventions that every route keeps. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry, IdempotencyKey])],
  providers: [
    { provide: APP_FILTER, useClass: ApiErrorFilter },
    { provide: APP_PIPE, useClass: ValidationPipe },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    AccessAudit,
  ],
})
export class HttpModule {}
