import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { CartsModule } from '../carts';
import { PayClaim } from './pay-claim.entity';
import { PaymentsController } from './payments.controller';
import { PaymentsRepository } from './payments.repository';
import { PaymentsService } from './payments.service';

/** The pay queue. */
@Module({
  imports: [TypeOrmModule.forFeature([PayClaim]), CartsModule],
  controllers: [PaymentsController],
  providers: [PaymentsService, PaymentsRepository],
})
export class PaymentsModule {
  constructor(live: Live, payments: PaymentsRepository) {
    live.projection('pay_queue', (tx, ids) => payments.findByIds(tx, ids));
  }
}
