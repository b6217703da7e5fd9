import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CalendarModule } from '../calendar';
import { CartsModule } from '../carts';
import { EscalationsModule } from '../escalations';
import { NotificationsModule } from '../notifications';
import { TasksModule } from '../tasks';
import { TicketsModule } from '../tickets';
import { LeaseBuilder } from './lease-builder';
import { LeaseReportsRepository } from './lease-reports.repository';
import { LeaseReports } from './lease-reports.service';
import { LeaseSeatsRepository } from './lease-seats.repository';
import { LeaseSeats } from './lease-seats.service';
import { LeasesRepository } from './leases.repository';
import { Leasing } from './leasing.service';
import { PaymentChecksRepository } from './payment-checks.repository';
import { PaymentChecks } from './payment-checks.service';
import { PendingCommandsRepository } from './pending-commands.repository';
import { ProtocolController } from './protocol.controller';
import { Sweeper } from './sweeper';
import { Sweeps } from './sweeps';
import { SweepsRepository } from './sweeps.repository';
import { TimedNotifications } from './timed-notifications';
import { TimedNotificationsRepository } from './timed-notifications.repository';
import { LimitWarning, PaymentCheck, Worker, WorkerToken } from './worker.entity';
import { WorkersController } from './workers.controller';
import { WorkersRepository, WorkerTokensRepository } from './workers.repository';
import { WorkersService } from './workers.service';

/** Workers: their protocol, their tokens, and what happens when one is lost. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Worker, WorkerToken, PaymentCheck, LimitWarning]),
    TasksModule,
    TicketsModule,
    CartsModule,
    NotificationsModule,
    CalendarModule,
    EscalationsModule,
  ],
  controllers: [ProtocolController, WorkersController],
  providers: [
    LeasesRepository,
    LeaseReportsRepository,
    LeaseSeatsRepository,
    PaymentChecksRepository,
    PendingCommandsRepository,
    SweepsRepository,
    TimedNotificationsRepository,
    WorkersRepository,
    WorkerTokensRepository,
    Leasing,
    LeaseBuilder,
    LeaseReports,
    LeaseSeats,
    PaymentChecks,
    WorkersService,
    Sweeps,
    TimedNotifications,
    Sweeper,
  ],
  exports: [WorkerTokensRepository],
})
export class WorkersModule {}
