import { Module, RequestMethod } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants';
import { APP_FILTER, APP_PIPE, DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessAudit } from '../audit/access-audit';
import { AuditEntry } from '../audit/audit-entry.entity';
import { ProblemFilter } from '../errors/problem.filter';
import { IdempotencyKey } from './idempotency-key.entity';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { ValidationPipe } from './validation.pipe';

/** The wire conventions that every route keeps. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([AuditEntry, IdempotencyKey])],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_PIPE, useClass: ValidationPipe },
    IdempotencyInterceptor,
    AccessAudit,
  ],
})
export class HttpModule {
  /** Binds the interceptor to every POST and to nothing else: a route that has one costs Nest three times as much. */
  constructor(discovery: DiscoveryService, interceptor: IdempotencyInterceptor) {
    const scanner = new MetadataScanner();
    for (const { metatype } of discovery.getControllers()) {
      const methods = metatype?.prototype as Record<string, object> | undefined;
      for (const name of methods ? scanner.getAllMethodNames(methods) : []) {
        const handler = methods?.[name];
        if (handler && Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST)
          Reflect.defineMetadata(INTERCEPTORS_METADATA, [interceptor], handler);
      }
    }
  }
}
