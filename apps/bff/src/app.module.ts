import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule } from './features/audit';
import { AuthModule } from './features/auth';
import { BulkModule } from './features/bulk';
import { CalendarModule } from './features/calendar';
import { CartsModule } from './features/carts';
import { CspReportsModule } from './features/csp-reports';
import { DashboardModule } from './features/dashboard';
import { DemoModule } from './features/demo';
import { EscalationsModule } from './features/escalations';
import { EventsModule } from './features/events';
import { IdentitiesModule } from './features/identities';
import { ImpactModule } from './features/impact';
import { InvitationsModule } from './features/invitations';
import { JobsModule } from './features/jobs';
import { LedgerModule } from './features/ledger';
import { LinksModule } from './features/links';
import { LoginsModule } from './features/logins';
import { MeModule } from './features/me';
import { ModulesModule } from './features/modules';
import { MonitoringModule } from './features/monitoring';
import { NotificationsModule } from './features/notifications';
import { OnSaleModule } from './features/on-sale';
import { PaymentsModule } from './features/payments';
import { PoolsModule } from './features/pools';
import { RealmsModule } from './features/realms';
import { RehearsalsModule } from './features/rehearsals';
import { SavedViewsModule } from './features/saved-views';
import { SeatsModule } from './features/seats';
import { SitesModule } from './features/sites';
import { TasksModule } from './features/tasks';
import { TemplatesModule } from './features/templates';
import { TicketsModule } from './features/tickets';
import { UsersModule } from './features/users';
import { WorkersModule } from './features/workers';
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
import { TelemetryModule } from './platform/telemetry/telemetry.module';
import { WebModule } from './platform/web/web.module';

const platform = [
  DatabaseModule,
  AccessModule,
  HttpModule,
  HealthModule,
  RetentionModule,
  BackupsModule,
  LiveModule,
  QueueModule,
  WebModule,
  TelemetryModule,
  SealingModule,
];
const features = [
  AuditModule,
  AuthModule,
  CalendarModule,
  CartsModule,
  CspReportsModule,
  DashboardModule,
  IdentitiesModule,
  ImpactModule,
  DemoModule,
  InvitationsModule,
  JobsModule,
  EscalationsModule,
  EventsModule,
  LedgerModule,
  LinksModule,
  LoginsModule,
  MeModule,
  ModulesModule,
  MonitoringModule,
  NotificationsModule,
  OnSaleModule,
  PaymentsModule,
  PoolsModule,
  RealmsModule,
  RehearsalsModule,
  SavedViewsModule,
  SeatsModule,
  SitesModule,
  BulkModule,
  TasksModule,
  TemplatesModule,
  TicketsModule,
  UsersModule,
  WorkersModule,
];

/** The whole server: the platform, then one module per feature. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(config), ...platform, ...features] };
  }
}
