/** What other features may use of auth. */
export { type Client, CurrentClient } from './client';
export { MeDto, SessionDto, toMe } from './auth.dto';
export { AuthModule } from './auth.module';
export { AuthService } from './auth.service';
export { endReset } from './password-reset/password-resets.queries';
export { Reauthentication } from './reauthentication';
export { removeFactor } from './second-factor/second-factors.queries';
export { type SecurityKind, securityNotification } from './security-notifications';
export { userById, type AccountRow } from './accounts.queries';
