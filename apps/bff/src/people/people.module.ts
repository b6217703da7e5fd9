import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueModule } from '../catalogue';
import { MessagesModule } from '../messages';
import { Live } from '../platform/live/live';
import { AccessRevocation } from './auth/access-revocation';
import { AccountsRepository } from './auth/accounts.repository';
import { AuthController } from './auth/auth.controller';
import { AuthService } from './auth/auth.service';
import { CurrentPassword } from './auth/current-password';
import { FirstAdmin } from './auth/first-admin';
import { PasswordResetController } from './auth/password-reset/password-reset.controller';
import { PasswordReset } from './auth/password-reset/password-reset.entity';
import { PasswordResetService } from './auth/password-reset/password-reset.service';
import { PasswordResetsRepository } from './auth/password-reset/password-resets.repository';
import { Reauthentication } from './auth/reauthentication';
import { SessionCookie } from './auth/session-cookie';
import { SessionIssuer } from './auth/session-issuer';
import { SignInCompletion } from './auth/sign-in-completion';
import { GuessBudgetsRepository } from './auth/throttling/guess-budgets.repository';
import { GuessLimiter } from './auth/throttling/guess-limiter';
import { KnownDevices } from './auth/throttling/known-devices';
import { KnownDevicesRepository } from './auth/throttling/known-devices.repository';
import { GuessBudget, KnownDevice } from './auth/throttling/throttling.entity';
import { SecondFactorChanges } from './auth/two-factor/second-factor-changes';
import { SecondFactors } from './auth/two-factor/second-factors';
import { SecondFactorController } from './auth/two-factor/two-factor.controller';
import { RecoveryCode, TwoFactor } from './auth/two-factor/two-factor.entity';
import { TwoFactorRepository } from './auth/two-factor/two-factor.repository';
import { TwoFactorService } from './auth/two-factor/two-factor.service';
import { TwoFactorCodes } from './auth/two-factor/two-factor-codes';
import { IdentitiesController } from './identities/identities.controller';
import { IdentitiesRepository } from './identities/identities.repository';
import { IdentitiesService } from './identities/identities.service';
import { IdentityMatch } from './identities/identity-match.entity';
import { Invitation } from './invitations/invitation.entity';
import { InvitationsController } from './invitations/invitations.controller';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { MeController } from './me/me.controller';
import { MeService } from './me/me.service';
import { Preferences } from './me/preferences.entity';
import { PreferencesRepository } from './me/preferences.repository';
import { Passkey, PasskeyChallenge } from './passkeys/passkey.entity';
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service';
import { PasskeysController } from './passkeys/passkeys.controller';
import { PasskeysRepository } from './passkeys/passkeys.repository';
import { PasskeysService } from './passkeys/passkeys.service';
import { RelyingParty } from './passkeys/relying-party';
import { Pause } from './pauses/pause.entity';
import { PausesController } from './pauses/pauses.controller';
import { PausesRepository } from './pauses/pauses.repository';
import { PausesService } from './pauses/pauses.service';
import { LimitWarnings } from './realms/limit-warnings';
import { LimitWarning, Realm } from './realms/realm.entity';
import { RealmsController } from './realms/realms.controller';
import { RealmsRepository } from './realms/realms.repository';
import { RealmsService } from './realms/realms.service';
import { ChangeRequest } from './requests/change-request.entity';
import { ChangeRequestsController } from './requests/change-requests.controller';
import { ChangeRequestsRepository } from './requests/change-requests.repository';
import { ChangeRequestsService } from './requests/change-requests.service';
import { SecondFactorRule } from './second-factor-rules/second-factor-rule.entity';
import { SecondFactorRulesController } from './second-factor-rules/second-factor-rules.controller';
import { SecondFactorRulesRepository } from './second-factor-rules/second-factor-rules.repository';
import { SecondFactorRulesService } from './second-factor-rules/second-factor-rules.service';
import { ServiceToken } from './service-tokens/service-token.entity';
import { ServiceTokensController } from './service-tokens/service-tokens.controller';
import { ServiceTokensRepository } from './service-tokens/service-tokens.repository';
import { ServiceTokensService } from './service-tokens/service-tokens.service';
import { Admission } from './single-sign-on/admission';
import { AttemptCookie } from './single-sign-on/attempt-cookie';
import { AttemptsRepository } from './single-sign-on/attempts.repository';
import {
  IdentityProvider,
  LinkedIdentity,
  ProviderLogout,
  ProviderSession,
  SsoAttempt,
} from './single-sign-on/identity-provider.entity';
import { LinkedIdentities } from './single-sign-on/linked-identities';
import { LinkedIdentitiesRepository } from './single-sign-on/linked-identities.repository';
import { PasswordPolicy } from './single-sign-on/password-policy';
import { ProviderClients } from './single-sign-on/provider-clients';
import { ProviderSessions } from './single-sign-on/provider-sessions';
import { ProvidersController } from './single-sign-on/providers.controller';
import { ProvidersRepository } from './single-sign-on/providers.repository';
import { ProvidersService } from './single-sign-on/providers.service';
import { SignOnController } from './single-sign-on/sign-on.controller';
import { SignOnService } from './single-sign-on/sign-on.service';
import { GrantRevocation } from './users/grant-revocation';
import { UsersController } from './users/users.controller';
import { UsersRepository } from './users/users.repository';
import { UsersService } from './users/users.service';
import { SessionViewsRepository } from './view-as/session-views.repository';
import { ViewAsController } from './view-as/view-as.controller';
import { ViewAs } from './view-as/view-as.service';

const users = [GrantRevocation, UsersRepository, UsersService];
const me = [MeService, PreferencesRepository];
const auth = [
  AccessRevocation,
  AccountsRepository,
  AuthService,
  CurrentPassword,
  FirstAdmin,
  GuessBudgetsRepository,
  GuessLimiter,
  KnownDevices,
  KnownDevicesRepository,
  PasswordResetService,
  PasswordResetsRepository,
  Reauthentication,
  TwoFactorService,
  TwoFactorCodes,
  TwoFactorRepository,
  SessionCookie,
  SessionIssuer,
  SignInCompletion,
  SecondFactors,
  SecondFactorChanges,
];
const passkeys = [PasskeyCeremonies, PasskeySignInService, PasskeysRepository, PasskeysService, RelyingParty];
const rules = [SecondFactorRulesRepository, SecondFactorRulesService];
const invitations = [InvitationsRepository, InvitationsService];
const realms = [LimitWarnings, RealmsRepository, RealmsService];
const serviceTokens = [ServiceTokensRepository, ServiceTokensService];
const pauses = [PausesRepository, PausesService];
const requests = [ChangeRequestsRepository, ChangeRequestsService];
const identities = [IdentitiesRepository, IdentitiesService];
const views = [SessionViewsRepository, ViewAs];
const singleSignOn = [
  Admission,
  AttemptCookie,
  AttemptsRepository,
  LinkedIdentitiesRepository,
  PasswordPolicy,
  ProviderClients,
  ProviderSessions,
  ProvidersRepository,
  ProvidersService,
  LinkedIdentities,
  SignOnService,
];

/** Who may use the console: accounts, sign-in, invitations and realms. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Preferences,
      GuessBudget,
      KnownDevice,
      PasswordReset,
      RecoveryCode,
      TwoFactor,
      Invitation,
      LimitWarning,
      Realm,
      IdentityMatch,
      ServiceToken,
      ChangeRequest,
      Pause,
      Passkey,
      PasskeyChallenge,
      SecondFactorRule,
      IdentityProvider,
      LinkedIdentity,
      SsoAttempt,
      ProviderSession,
      ProviderLogout,
    ]),
    MessagesModule,
    CatalogueModule,
  ],
  controllers: [
    UsersController,
    MeController,
    AuthController,
    SecondFactorController,
    PasswordResetController,
    InvitationsController,
    RealmsController,
    IdentitiesController,
    ServiceTokensController,
    PausesController,
    ChangeRequestsController,
    ViewAsController,
    PasskeysController,
    PasskeySignInController,
    SecondFactorRulesController,
    ProvidersController,
    SignOnController,
  ],
  providers: [
    ...users,
    ...me,
    ...auth,
    ...passkeys,
    ...rules,
    ...invitations,
    ...realms,
    ...serviceTokens,
    ...identities,
    ...pauses,
    ...requests,
    ...views,
    ...singleSignOn,
  ],
})
export class PeopleModule {
  constructor(live: Live, pauses: PausesRepository) {
    live.projection('pauses', (tx, ids) => pauses.readLive(tx, ids), { everybody: 'without realm' });
  }
}
