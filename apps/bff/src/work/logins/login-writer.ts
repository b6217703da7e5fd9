import { Injectable } from '@nestjs/common';
import { CatalogueLookup } from '../../catalogue';
import type { Tx } from '../../platform/database/transactions';
import { checkBasket } from '../../platform/http/text-fields';
import { Sealing } from '../../platform/sealing/sealing';
import { loginSecrets } from './login.entity';
import type { LoginChange, LoginImportRow, LoginInput } from './logins.dto';
import { type LoginOwner, LoginsRepository } from './logins.repository';

type Secrets = Partial<Record<(typeof loginSecrets)[number], string | null>>;
type Body = LoginInput | LoginImportRow | LoginChange;

/** Writes logins and seals their secrets. */
@Injectable()
export class LoginWriter {
  constructor(
    private readonly sealing: Sealing,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginsRepository,
  ) {}

  /** Inserts all logins or, past the realm's limit, none; returns their ids in the given order. */
  async insertLogins(
    tx: Tx,
    owner: LoginOwner,
    inputs: readonly (LoginInput | LoginImportRow)[],
  ): Promise<number[]> {
    await this.checkBaskets(tx, owner.site_id, inputs);
    const parts = inputs.map(splitSecrets);
    const ids = await this.logins.insertLogins(
      tx,
      parts.map(({ values }) => ({ ...values, ...owner })),
    );
    // Secrets are bound to their row's id, so they are sealed after the insert.
    const sealed = ids.flatMap((id, index) => this.seal({ id, ...owner }, parts[index]?.secrets ?? {}, {}));
    await this.logins.saveSecrets(tx, sealed);
    return ids;
  }

  /** Changes only the fields that are sent; null clears a secret. */
  async change(
    tx: Tx,
    login: LoginOwner & { id: number },
    change: LoginChange,
    currentSecrets: unknown,
  ): Promise<void> {
    await this.checkBaskets(tx, login.site_id, [change]);
    const { values, secrets } = splitSecrets(change);
    await this.logins.updateLogin(tx, login.id, values);
    await this.logins.saveSecrets(tx, this.seal(login, secrets, currentSecrets));
  }

  private seal(
    { id, realm_id }: { id: number; realm_id: number },
    secrets: Secrets,
    current: unknown,
  ): { id: number; secrets: object }[] {
    if (Object.keys(secrets).length === 0) return [];
    return [
      { id, secrets: this.sealing.seal({ table: 'logins', row: id, realm: realm_id }, secrets, current) },
    ];
  }

  private async checkBaskets(tx: Tx, siteId: number, bodies: readonly Body[]): Promise<void> {
    if (!bodies.some(({ basket }) => basket)) return;
    const site = await this.catalogue.resolveSite(tx, siteId);
    for (const { basket } of bodies) checkBasket(basket, site);
  }
}

const isSecret = (name: string) => (loginSecrets as readonly string[]).includes(name);

/** The columns that a body sets, and its secrets. */
function splitSecrets<T extends Body>(body: T): { values: Omit<T, keyof Secrets>; secrets: Secrets } {
  const entries = Object.entries(body);
  return {
    values: Object.fromEntries(entries.filter(([name]) => !isSecret(name))) as Omit<T, keyof Secrets>,
    secrets: Object.fromEntries(entries.filter(([name]) => isSecret(name))),
  };
}
