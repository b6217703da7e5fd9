import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Duty, Role } from '@tessera/domain';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** Who has this claim with this value gets the realm, role and duties. */
export type ProviderRule = {
  claim: string;
  value: string;
  realm_id: number | null;
  role: Role;
  duties: Duty[];
};

/** An OpenID provider that people sign in through. */
@Entity('identity_providers')
@Index('identity_providers_realm', ['realm_id'])
export class IdentityProvider {
  @IdColumn() id: number;
  @ForeignKey('realms')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Null: the provider of the whole installation, of which there is one',
  })
  realm_id: number | null;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) issuer: string;
  @Column({ type: 'text' }) client_id: string;
  @Column({
    type: 'jsonb',
    default: {},
    select: false,
    comment: 'Sealed: client_secret, under realm 0',
  })
  secrets: object;
  @Column({ type: 'text' }) scopes: string;
  @Column({
    type: 'text',
    array: true,
    default: '{}',
    comment: 'Domains of e-mail addresses whose people are offered it',
  })
  domains: string[];
  @Column({
    type: 'jsonb',
    default: [],
    comment: 'In order: claim and value, and the realm, role and duties that they give',
  })
  rules: ProviderRule[];
  @Column({ type: 'boolean', default: false }) creates_accounts: boolean;
  @Column({
    type: 'boolean',
    default: false,
    comment: 'Administrators sign in through it alone, but those marked break_glass',
  })
  only_for_administrators: boolean;
  @Column({ type: 'boolean', default: true }) enabled: boolean;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

/** Who signs in through a provider: an account is known by issuer and subject. */
@Entity('linked_identities')
@Unique('linked_identities_provider_id_issuer_subject_key', ['provider_id', 'issuer', 'subject'])
@Index('linked_identities_user', ['user_id'])
export class LinkedIdentity {
  @IdColumn() id: number;
  @ForeignKey('identity_providers', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) provider_id: number;
  @Column({ type: 'text' }) issuer: string;
  @Column({ type: 'text' }) subject: string;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) linked_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) last_sign_in_at: Date | null;
}

/** What a browser visits a provider for. */
export type AttemptPurpose = 'sign_in' | 'link' | 'reauthenticate';

/** One way to a provider and back, for one browser. */
@Entity('sso_attempts')
@Index('sso_attempts_provider', ['provider_id'])
@Index('sso_attempts_session', ['session_id'])
@Index('sso_attempts_expiry', ['expires_at'])
export class SsoAttempt {
  @IdColumn() id: number;
  @ForeignKey('identity_providers', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) provider_id: number;
  @Column({ type: 'text' }) purpose: AttemptPurpose;
  @ForeignKey('sessions', { onDelete: 'CASCADE' })
  @Column({
    type: 'uuid',
    nullable: true,
    comment: 'The session that links an identity or authenticates again',
  })
  session_id: string | null;
  @Column({ type: 'text', unique: true }) state_hash: string;
  @Column({ type: 'text', comment: 'The browser that began it, which alone may finish it' })
  cookie_hash: string;
  @Column({
    type: 'jsonb',
    select: false,
    comment: 'Sealed, under realm 0: verifier and nonce, then what the provider answered',
  })
  secrets: object;
  @Column({ type: 'text' }) return_to: string;
  @Column({
    type: 'jsonb',
    default: [],
    comment: 'What it counts against, given back when it succeeds',
  })
  reservation: object;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'When the provider sent the browser back; only the first time counts',
  })
  answered_at: Date | null;
  @Column({
    type: 'text',
    nullable: true,
    unique: true,
    comment: 'Of the code that the page exchanges for a session',
  })
  code_hash: string | null;
  @Column({ type: 'timestamptz', nullable: true }) code_expires_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) done_at: Date | null;
  @CreatedAtColumn() created_at: Date;
  @Column({ type: 'timestamptz' }) expires_at: Date;
}

/** What the provider knows a session by, and may be asked about it. */
@Entity('provider_sessions')
@Index('provider_sessions_identity', ['identity_id'])
export class ProviderSession {
  @IdColumn() id: number;
  @ForeignKey('sessions', { onDelete: 'CASCADE' }) @Column({ type: 'uuid', unique: true }) session_id: string;
  @ForeignKey('linked_identities', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) identity_id: number;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'The session at the provider, which a back-channel logout names',
  })
  sid: string | null;
  @Column({
    type: 'jsonb',
    default: {},
    select: false,
    comment: 'Sealed, under realm 0: id_token and refresh_token',
  })
  secrets: object;
  @Column({
    type: 'timestamptz',
    default: () => 'now()',
    comment: 'When the provider was last asked whether the session still holds',
  })
  checked_at: Date;
}

/** A logout token that was received. */
@Entity('provider_logouts', { comment: 'Logout tokens that were received: each counts once' })
@Index('provider_logouts_received', ['received_at'])
export class ProviderLogout {
  @ForeignKey('identity_providers', { onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'int' })
  provider_id: number;
  @PrimaryColumn({ type: 'text' }) token_hash: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) received_at: Date;
}
