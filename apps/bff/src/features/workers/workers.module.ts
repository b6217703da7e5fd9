import { Module } from '@nestjs/common';
import { CartsModule } from '../carts';
import { NotificationsModule } from '../notifications/notifications.module';
import { TasksModule } from '../tasks';
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

/** Workers: their protocol, their tokens, and what happens when one is lost. */
@Module({
  imports: [TasksModule, CartsModule, NotificationsModule],
  controllers: [ProtocolController, WorkersController],
  providers: [
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
})
export class WorkersModule {}
