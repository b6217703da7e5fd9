import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CartsModule } from '../carts';
import { NotificationsModule } from '../notifications';
import { TasksModule } from '../tasks';
import { TicketsModule } from '../tickets';
import { LeasesRepository } from './leases.repository';
import { LeaseReportsRepository } from './lease-reports.repository';
import { LeaseSeatsRepository } from './lease-seats.repository';
import { PaymentChecksRepository } from './payment-checks.repository';
import { PendingCommandsRepository } from './pending-commands.repository';
import { SweepsRepository } from './sweeps.repository';
import { TimedNotificationsRepository } from './timed-notifications.repository';
import { WorkersRepository, WorkerTokensRepository } from './workers.repository';
import { LeaseBuilder } from './lease-builder';
import { LeaseReports } from './lease-reports.service';
import { LeaseSeats } from './lease-seats.service';
import { Leasing } from './leasing.service';
import { ProtocolController } from './protocol.controller';
import { PaymentChecks } from './payment-checks.service';
import { Sweeper } from './sweeper';
import { Sweeps } from './sweeps';
import { TimedNotifications } from './timed-notifications';
import { WorkersController } from './workers.controller';
import { WorkersService } from './workers.service';
import { LimitWarning, PaymentCheck, Worker, WorkerToken } from './worker.entity';

/** Workers: their protocol, their tokens, and what happens when one is lost. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Worker, WorkerToken, PaymentCheck, LimitWarning]),
    TasksModule,
    TicketsModule,
    CartsModule,
    NotificationsModule,
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
