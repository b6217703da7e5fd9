import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { checkBasket } from '../../platform/http/basket';
import { Sealing } from '../../platform/sealing/sealing';
import { CatalogueLookup } from '../sites';
import { Login, loginSecrets } from './login.entity';
import type { LoginChange, LoginImportRow, LoginInput } from './logins.dto';

type Secrets = Partial<Record<(typeof loginSecrets)[number], string | null>>;
type Body = LoginInput | LoginImportRow | LoginChange;
type Place = { site_id: number; realm_id: number };

/** Writes logins, their secrets sealed. */
@Injectable()
export class LoginWriter {
  constructor(
    private readonly sealing: Sealing,
    private readonly catalogue: CatalogueLookup,
  ) {}

  /** Adds logins in one statement, so that a limit refuses all or none; answers their ids in the order given. */
  async insert(tx: Tx, place: Place, inputs: readonly (LoginInput | LoginImportRow)[]): Promise<number[]> {
    await this.checkBaskets(tx, place.site_id, inputs);
    const parts = inputs.map(split);
    const { identifiers } = await tx.manager.insert(
      Login,
      parts.map(({ row }) => ({ ...row, ...place })),
    );
    const ids = identifiers.map((identifier) => (identifier as { id: number }).id);
    const sealed = parts.flatMap(({ secrets }, index) => this.sealed(ids[index] ?? 0, place, secrets, {}));
    await keep(tx, sealed);
    return ids;
  }

  /** Changes the fields sent: a secret that is left out stays, null clears it. */
  async change(
    tx: Tx,
    { id, ...place }: Place & { id: number },
    change: LoginChange,
    secretsNow: unknown,
  ): Promise<void> {
    await this.checkBaskets(tx, place.site_id, [change]);
    const { row, secrets } = split(change);
    if (Object.keys(row).length > 0) await tx.manager.update(Login, { id }, row);
    await keep(tx, this.sealed(id, place, secrets, secretsNow));
  }

  private sealed(id: number, { realm_id }: Place, secrets: Secrets, current: unknown): SealedRow[] {
    if (Object.keys(secrets).length === 0) return [];
    const place = { table: 'logins', row: id, realm: realm_id };
    return [{ id, secrets: this.sealing.seal(place, secrets, current) }];
  }

  private async checkBaskets(tx: Tx, siteId: number, bodies: readonly Body[]): Promise<void> {
    if (!bodies.some(({ basket }) => basket)) return;
    const site = await this.catalogue.namedSite(tx, siteId);
    for (const { basket } of bodies) checkBasket(basket, site);
  }
}

type SealedRow = { id: number; secrets: object };

/** Keeps sealed fields: they are bound to their row, so they come after it. */
async function keep(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(
    `UPDATE logins l SET secrets = s.secrets FROM unnest($1::int[], $2::jsonb[]) AS s (id, secrets) WHERE l.id = s.id`,
    [rows.map(({ id }) => id), rows.map(({ secrets }) => JSON.stringify(secrets))],
  );
}

/** The columns of a body, and its secrets. */
function split<T extends Body>(body: T): { row: Omit<T, keyof Secrets>; secrets: Secrets } {
  const secret = (name: string) => (loginSecrets as readonly string[]).includes(name);
  const entries = Object.entries(body);
  return {
    row: Object.fromEntries(entries.filter(([name]) => !secret(name))) as Omit<T, keyof Secrets>,
    secrets: Object.fromEntries(entries.filter(([name]) => secret(name))),
  };
}
