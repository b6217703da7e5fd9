import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InvitationsModule } from '../invitations';
import { NotificationsModule } from '../notifications';
import { AccessRevocation } from './access-revocation';
import { AccountsRepository } from './accounts.repository';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { CurrentPassword } from './current-password';
import { FirstAdmin } from './first-admin';
import { PasswordResetController } from './password-reset/password-reset.controller';
import { PasswordReset } from './password-reset/password-reset.entity';
import { PasswordResetService } from './password-reset/password-reset.service';
import { PasswordResetsRepository } from './password-reset/password-resets.repository';
import { Reauthentication } from './reauthentication';
import { RecoveryCode } from './second-factor/recovery-code.entity';
import { SecondFactorController } from './second-factor/second-factor.controller';
import { SecondFactor } from './second-factor/second-factor.entity';
import { SecondFactorService } from './second-factor/second-factor.service';
import { SecondFactors } from './second-factor/second-factors';
import { SecondFactorsRepository } from './second-factor/second-factors.repository';
import { SessionIssuer } from './session-issuer';
import { GuessBudget } from './throttling/guess-budget.entity';
import { GuessBudgetsRepository } from './throttling/guess-budgets.repository';
import { GuessLimiter } from './throttling/guess-limiter';
import { KnownDevice } from './throttling/known-device.entity';
import { KnownDevices } from './throttling/known-devices';
import { KnownDevicesRepository } from './throttling/known-devices.repository';

@Module({
  imports: [
    InvitationsModule,
    NotificationsModule,
    TypeOrmModule.forFeature([GuessBudget, KnownDevice, PasswordReset, RecoveryCode, SecondFactor]),
  ],
  controllers: [AuthController, SecondFactorController, PasswordResetController],
  providers: [
    AccountsRepository,
    GuessBudgetsRepository,
    KnownDevicesRepository,
    PasswordResetsRepository,
    SecondFactorsRepository,
    AccessRevocation,
    AuthService,
    CurrentPassword,
    FirstAdmin,
    GuessLimiter,
    KnownDevices,
    PasswordResetService,
    Reauthentication,
    SecondFactors,
    SecondFactorService,
    SessionIssuer,
  ],
  exports: [
    AccessRevocation,
    AccountsRepository,
    PasswordResetsRepository,
    SecondFactorsRepository,
    AuthService,
    Reauthentication,
  ],
})
export class AuthModule {}
