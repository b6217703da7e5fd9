import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { Attempts } from './attempts';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { FirstAdmin } from './first-admin';
import { SessionIssuer } from './session-issuer';

@Module({
  imports: [NotificationsModule],
  controllers: [AuthController],
  providers: [AuthService, SessionIssuer, Attempts, FirstAdmin],
  exports: [AuthService],
})
export class AuthModule {}
