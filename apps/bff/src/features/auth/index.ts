/** What other features may use of auth. */
export { AccessRevocation } from './access-revocation';
export { type AccountRow, AccountsRepository } from './accounts.repository';
export { MeDto, SessionDto, toMe } from './auth.dto';
export { AuthModule } from './auth.module';
export { AuthService } from './auth.service';
export { type Client, CurrentClient } from './client';
export { PasswordResetsRepository } from './password-reset/password-resets.repository';
export { Reauthentication } from './reauthentication';
export { SecondFactorsRepository } from './second-factor/second-factors.repository';
export { type SecurityKind, securityNotification } from './security-notifications';
