import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationsModule } from '../notifications';
import { EscalationController } from './escalation.controller';
import { Escalation } from './escalation.entity';
import { EscalationChecks } from './escalation-checks';
import { EscalationSetting } from './escalation-setting.entity';
import { EscalationSettings } from './escalation-settings.service';
import { EscalationsRepository } from './escalations.repository';

/** What happens while something waits and nobody acts. */
@Module({
  imports: [TypeOrmModule.forFeature([Escalation, EscalationSetting]), NotificationsModule],
  controllers: [EscalationController],
  providers: [EscalationsRepository, EscalationChecks, EscalationSettings],
  exports: [EscalationChecks],
})
export class EscalationsModule {}
