import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule } from './features/audit/audit.module';
import { AuthModule } from './features/auth/auth.module';
import { CartsModule } from './features/carts';
import { EventsModule } from './features/events/events.module';
import { DashboardModule } from './features/dashboard/dashboard.module';
import { ImpactModule } from './features/impact/impact.module';
import { DemoModule } from './features/demo/demo.module';
import { InvitationsModule } from './features/invitations/invitations.module';
import { JobsModule } from './features/jobs';
import { LedgerModule } from './features/ledger';
import { LinksModule } from './features/links/links.module';
import { LoginsModule } from './features/logins/logins.module';
import { MeModule } from './features/me/me.module';
import { ModulesModule } from './features/modules/modules.module';
import { NotificationsModule } from './features/notifications/notifications.module';
import { PoolsModule } from './features/pools';
import { RealmsModule } from './features/realms/realms.module';
import { SavedViewsModule } from './features/saved-views/saved-views.module';
import { SitesModule } from './features/sites/sites.module';
import { BulkModule } from './features/bulk';
import { TasksModule } from './features/tasks';
import { TemplatesModule } from './features/templates';
import { TicketsModule } from './features/tickets';
import { UsersModule } from './features/users/users.module';
import { WorkersModule } from './features/workers';
import { AccessModule } from './platform/access/access.module';
import type { Config } from './platform/config/config';
import { ConfigModule } from './platform/config/config.module';
import { DatabaseModule } from './platform/database/database.module';
import { HealthModule } from './platform/health/health.module';
import { HttpModule } from './platform/http/http.module';
import { LiveModule } from './platform/live/live.module';
import { QueueModule } from './platform/queue/queue.module';
import { SealingModule } from './platform/sealing/sealing.module';
import { WebModule } from './platform/web/web.module';

const platform = [
  DatabaseModule,
  AccessModule,
  HttpModule,
  HealthModule,
  LiveModule,
  QueueModule,
  WebModule,
  SealingModule,
];
const features = [
  AuditModule,
  AuthModule,
  CartsModule,
  DashboardModule,
  ImpactModule,
  DemoModule,
  InvitationsModule,
  JobsModule,
  EventsModule,
  LedgerModule,
  LinksModule,
  LoginsModule,
  MeModule,
  ModulesModule,
  NotificationsModule,
  PoolsModule,
  RealmsModule,
  SavedViewsModule,
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
