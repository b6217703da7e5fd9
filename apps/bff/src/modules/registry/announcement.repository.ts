import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import type { Tx } from '../../platform/database/transactions';
import type { AnnouncedPublisher } from './announcement.dto';

/** The release of a module that a recipient gets. */
export interface GivenRelease {
  name: string;
  title: string;
  enabled: boolean;
  channel: 'stable' | 'canary';
  release_id: number;
  version: string;
  /** False for an administrator where none of them has promoted a release. */
  is_approved: boolean;
}

/** The state of the registry at one moment, for one recipient. */
export interface RegistryState {
  serial: number;
  /** Names of the modules that have a release of the installation itself. */
  bundled: string[];
  publishers: AnnouncedPublisher[];
  given: GivenRelease[];
}

/** A recorded release; `manifest` is null when it was recorded before releases were signed. */
export interface StoredRelease {
  id: number;
  manifest: string | null;
  signature: string | null;
  key_id: string | null;
}

/** Reads what is announced to pages. */
@Injectable()
export class AnnouncementRepository {
  /** One statement, so that the serial, the keys and the releases belong together. */
  async readState(tx: Tx, recipient: Recipient): Promise<RegistryState> {
    const [state] = await tx.queryPrepared<RegistryState>(
      `SELECT serial::float8 AS serial,
         coalesce((SELECT json_agg(json_build_object('key', k.key_id, 'public_key', k.public_key, 'modules', p.modules)
           ORDER BY k.id) FROM module_keys k JOIN module_publishers p ON p.id = k.publisher_id WHERE k.revoked_at IS NULL), '[]')
           AS publishers,
         ARRAY(SELECT m.name FROM modules m WHERE EXISTS (SELECT FROM module_releases r WHERE r.module_id = m.id
           AND r.manifest IS NOT NULL AND r.publisher_id IS NULL) ORDER BY m.name) AS bundled,
         coalesce((SELECT json_agg(g ORDER BY g.name) FROM (
           ${givenSql} WHERE ${isGivenSql} ORDER BY m.name, ${precedenceSql}) g), '[]') AS given
       FROM module_registry`,
      recipientParams(recipient),
    );
    if (!state) throw new Error('The registry has one row');
    return state;
  }

  /** The release of one module; undefined when there is none for the recipient. */
  async findGiven(tx: Tx, recipient: Recipient, name: string): Promise<GivenRelease | undefined> {
    const [given] = await tx.queryPrepared<GivenRelease>(
      `${givenSql} WHERE ${isGivenSql} AND m.name = $4 ORDER BY m.name, ${precedenceSql}`,
      [...recipientParams(recipient), name],
    );
    return given;
  }

  /** The registry's serial, as every open stream gets it. */
  readLive(tx: Tx, ids: readonly number[]): Promise<{ id: number; serial: number }[]> {
    return tx.query('SELECT id, serial::float8 AS serial FROM module_registry WHERE id = ANY ($1::int[])', [
      ids,
    ]);
  }

  /**
   * Raises the serial to the milliseconds since 1970, by the database's clock. Every serial that a page has seen was at most
   * that when it was given, so a database that was restored from a backup announces no lower one.
   */
  async catchUpSerial(tx: Tx): Promise<void> {
    await tx.execute(
      'UPDATE module_registry SET serial = greatest(serial, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)',
    );
  }

  findReleases(tx: Tx, ids: readonly number[]): Promise<StoredRelease[]> {
    return tx.query<StoredRelease>(
      'SELECT id, manifest, signature, key_id FROM module_releases WHERE id = ANY ($1::int[])',
      [ids],
    );
  }
}

/** For whom releases are chosen; both null for visitors who aren't signed in. */
interface Recipient {
  userId: number | null;
  realmId: number | null;
  /** Administrators get what one of them has promoted, and no canaries: a module's code acts as the person who opens it. */
  isAdministrator: boolean;
}

/** The account as a recipient; null for a visitor. */
export const recipientOf = (account: Account | null): Recipient => ({
  userId: account?.userId ?? null,
  realmId: account?.realmId ?? null,
  isAdministrator: account?.role === 'admin',
});

/** The parameters of `isGivenSql`. */
const recipientParams = ({
  userId,
  realmId,
  isAdministrator,
}: Recipient): [number | null, number | null, boolean] => [userId, realmId, isAdministrator];

/**
 * SQL of whether an assignment (alias `a`) of a module (alias `m`) covers the recipient: `$1` is the user, `$2` the
 * realm and `$3` whether it is an administrator. A user's place among the 100 percents never changes, so a higher percent only adds users.
 */
const isGivenSql = `(a.channel = 'stable' OR NOT $3::boolean AND (a.realm_id = $2::int OR a.realm_id IS NULL AND $1::int IS NOT NULL
  AND abs(hashtext(m.name || ':user:' || $1::text)::bigint) % 100 < coalesce(a.percent, 0)))`;

/** SQL of the id of the release that an assignment gives a recipient whom it covers. */
const givenReleaseSql = `CASE WHEN $3::boolean THEN coalesce(a.approved_release_id, a.release_id) ELSE a.release_id END`;

/** SQL of the releases that the assignments give, the first of each module being the one; `$3` as in `isGivenSql`. */
const givenSql = `SELECT DISTINCT ON (m.name) m.name, m.title, m.enabled, a.channel, r.id AS release_id, r.version,
    NOT $3::boolean OR a.approved_release_id IS NOT NULL AS is_approved
  FROM modules m JOIN module_assignments a ON a.module_id = m.id JOIN module_releases r ON r.id = ${givenReleaseSql}`;

/** SQL order of a module's assignments by precedence: that of the realm, that of a share of users, the stable one. */
const precedenceSql = `a.channel = 'canary' DESC, a.realm_id IS NOT NULL DESC`;
