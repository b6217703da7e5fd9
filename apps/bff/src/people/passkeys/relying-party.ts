import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { ApiError } from '../../platform/errors/api-error';
import type { PasskeyOfferDto } from './passkeys.dto';

/** The domain that passkeys are valid for, and the pages that may use them. */
@Injectable()
export class RelyingParty {
  constructor(private readonly config: Config) {}

  /** Where passkeys can be used, or why not at all. */
  offer(): PasskeyOfferDto {
    const { passkeys } = this.config;
    return passkeys.domain === null
      ? { domain: null, origin: null, obstacle: passkeys.obstacle }
      : { ...passkeys, obstacle: null };
  }

  /** Null: none are offered. */
  get domain(): string | null {
    return this.config.passkeys.domain;
  }

  /** @throws 409 when no passkeys are offered */
  requireDomain(): string {
    const { passkeys } = this.config;
    if (passkeys.domain !== null) return passkeys.domain;
    throw new ApiError('CONFLICT', 'This installation has no domain for passkeys', {
      reason: 'NO_PASSKEYS',
      context: { obstacle: passkeys.obstacle },
    });
  }

  /** Whether a page of this origin may use passkeys; on `localhost` it may have any port. */
  isOwnOrigin(origin: string): boolean {
    const { passkeys } = this.config;
    if (passkeys.domain === null) return false;
    return passkeys.origin === null
      ? URL.parse(origin)?.hostname === passkeys.domain
      : origin === passkeys.origin;
  }
}
