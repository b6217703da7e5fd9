import { Module } from '@nestjs/common';
import { Live } from '../../platform/live/live';
import { CartsModule } from '../carts';
import { PaymentsController } from './payments.controller';
import { PaymentsRepository } from './payments.repository';
import { PaymentsService } from './payments.service';

/** The pay queue. */
@Module({
  imports: [CartsModule],
  controllers: [PaymentsController],
  providers: [PaymentsService, PaymentsRepository],
})
export class PaymentsModule {
  constructor(live: Live, payments: PaymentsRepository) {
    live.projection('pay_queue', (tx, ids) => payments.findByIds(tx, ids));
  }
}
