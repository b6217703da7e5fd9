import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogueModule } from './catalogue';
import { ConsoleModule } from './console';
import { InsightModule } from './insight';
import { MessagesModule } from './messages';
import { ModulesModule } from './modules';
import { ownedRows } from './owned-rows';
import { PeopleModule } from './people';
import { AccessModule } from './platform/access/access.module';
import { BackupsModule } from './platform/backups/backups.module';
import type { Config } from './platform/config/config';
import { ConfigModule } from './platform/config/config.module';
import { DatabaseModule } from './platform/database/database.module';
import { HealthModule } from './platform/health/health.module';
import { HttpModule } from './platform/http/http.module';
import { LiveModule } from './platform/live/live.module';
import { QueueModule } from './platform/queue/queue.module';
import { RetentionModule } from './platform/retention/retention.module';
import { SealingModule } from './platform/sealing/sealing.module';
import { SweepsModule } from './platform/sweeps/sweeps.module';
import { TelemetryModule } from './platform/telemetry/telemetry.module';
import { WebModule } from './platform/web/web.module';
import { PurchasesModule } from './purchases';
import { WorkModule } from './work';
import { WorkersModule } from './workers';

const platform = [
  DatabaseModule,
  AccessModule,
  HttpModule,
  HealthModule,
  RetentionModule.with(ownedRows),
  BackupsModule,
  LiveModule,
  QueueModule,
  SweepsModule,
  WebModule,
  TelemetryModule,
  SealingModule,
];
const areas = [
  CatalogueModule,
  MessagesModule,
  WorkModule,
  PurchasesModule,
  WorkersModule,
  PeopleModule,
  ModulesModule,
  InsightModule,
  ConsoleModule,
];

/** The whole server: the platform, then one module per area. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(config), ...platform, ...areas] };
  }
}
