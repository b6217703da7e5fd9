import { createHash } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { isTransient } from '../../platform/errors/database-error';
import type { Scope } from '../../platform/realm-scope/scope';
import type { Plan, Seen, Step } from './draft';
import { Entries, eventEntry, personEntry, realmEntry, siteEntry } from './entries';
import { Names, RealmFileFault } from './names';
import { stable } from './pairing';
import { planRealm } from './plan-realm';
import type { RealmFile } from './realm-file.dto';
import { readRows, type Rows } from './rows';
import { Work } from './work';

/** What a plan is made from. */
export type Wanted = {
  file: RealmFile;
  /** Whether people, templates and webhooks that the file doesn't name are removed. */
  delete: boolean;
  /** The present name of the realm, where the file gives it another one. */
  realm?: string;
};

/** A plan as it is kept in a file. `digest` covers the rest. */
export type PlanFile = Wanted & {
  plan: 1;
  changes: Omit<Step, 'run'>[];
  seen: Seen[];
  digest: string;
};

/** A transaction that only tries the steps ends with it. */
class Tried extends Error {}

const digestOf = ({ digest: _, ...rest }: Omit<PlanFile, 'digest'> & { digest?: string }): string =>
  createHash('sha256').update(stable(rest)).digest('hex');

/** A plan that was read from a file. @throws when it was changed by hand */
export function checkDigest(plan: PlanFile): void {
  if (plan.digest !== digestOf(plan))
    throw new Error('The plan was changed after it was made: make a new one');
}

/** Exports realms to files, and applies files to realms by the services of the API. */
export class RealmFiles {
  private readonly transactions: Transactions;
  private readonly origin: string;

  constructor(private readonly app: INestApplicationContext) {
    this.transactions = app.get(Transactions, { strict: false });
    this.origin = app.get(Config, { strict: false }).publicOrigin ?? '';
  }

  /** The realm of a name, and what no file can hold of it. */
  async export(name: string): Promise<{ file: RealmFile; leftOut: string[] }> {
    const rows = await this.transactions.read(scopeOf('export', null), (tx) => readRows(tx, name, {}));
    if (!rows.realm) throw new Error(`There is no realm ${JSON.stringify(name)}`);
    return describe(rows);
  }

  /** What a file would change: tried in a transaction that is rolled back, so that what the API refuses is refused here. */
  async plan(wanted: Wanted): Promise<PlanFile> {
    let made: PlanFile | undefined;
    await this.transactions
      .runAmbient(scopeOf('plan', null), async (tx) => {
        const maker = await findAdministrator(tx);
        const { plan, realmId } = await makePlan(tx, wanted);
        await this.runSteps(plan, scopeOf('plan', maker), realmId);
        made = planFileOf(wanted, plan);
        throw new Tried();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Tried)) throw error;
      });
    if (!made) throw new Error('A plan was tried without being made');
    return made;
  }

  /**
   * Applies a plan in one transaction, by the services of the API; or, without `expected`, whatever the file changes now.
   *
   * @returns what was changed, and what is shown only once
   * @throws when a row has changed since the plan
   */
  apply(
    wanted: Wanted,
    by: string,
    expected?: PlanFile,
  ): Promise<{ plan: PlanFile; shownOnce: readonly string[] }> {
    return this.transactions.runAmbient(scopeOf(`apply by ${by}`, null), async (tx) => {
      // Of two at once the second sees what the first has changed.
      await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('realm file'))`);
      const { plan, realmId } = await makePlan(tx, wanted);
      const planned = planFileOf(wanted, plan);
      if (expected) requireSame(expected, planned);
      const scope = scopeOf(`apply by ${by}`, await findAdministrator(tx, by));
      const shownOnce = await this.runSteps(plan, scope, realmId);
      return { plan: planned, shownOnce };
    });
  }

  private async runSteps({ steps }: Plan, scope: Scope, realmId: number | null): Promise<readonly string[]> {
    const work = new Work(this.app, scope, this.origin, realmId);
    for (const step of steps) {
      try {
        await step.run(work);
      } catch (error) {
        throw withStep(step, error);
      }
    }
    return work.shownOnce;
  }
}

/** An administrator's scope. */
const scopeOf = (label: string, userId: number | null): Scope => ({
  kind: 'all',
  hidesRehearsals: true,
  actor: {
    kind: 'system',
    userId,
    role: 'admin',
    label: `tessera ${label}`,
    sessionId: null,
    requestId: null,
    address: null,
  },
});

/** The enabled administrator with an e-mail, or the first one. */
async function findAdministrator(tx: Tx, email?: string): Promise<number | null> {
  const [found] = await tx.query<{ id: number }>(
    `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND ($1::text IS NULL OR email = canonical_email($1))
     ORDER BY id LIMIT 1`,
    [email ?? null],
  );
  return found?.id ?? null;
}

async function makePlan(tx: Tx, wanted: Wanted): Promise<{ plan: Plan; realmId: number | null }> {
  const { file, realm } = wanted;
  const rows = await readRows(tx, realm ?? file.realm.name, file);
  if (realm !== undefined && !rows.realm) throw new Error(`There is no realm ${JSON.stringify(realm)}`);
  return { plan: planRealm(rows, file, wanted), realmId: rows.realm?.id ?? null };
}

function planFileOf({ file, delete: removes, realm }: Wanted, { steps, seen }: Plan): PlanFile {
  const changes = steps.map(({ run: _, ...step }) => step);
  // As it is read from a file.
  const made = JSON.parse(JSON.stringify({ plan: 1, file, delete: removes, realm, changes, seen })) as Omit<
    PlanFile,
    'digest'
  >;
  return { ...made, digest: digestOf(made) };
}

function withStep({ kind, name }: Step, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Has the transaction repeated.
  if (isTransient(error)) return error;
  const details = error instanceof ApiError ? error.details : undefined;
  const reason = details?.map(({ message }) => message).join('; ') ?? error.message;
  return new RealmFileFault(`${kind} ${JSON.stringify(name)}: ${reason}`);
}

/** @throws naming the rows that have changed, appeared or gone since a plan */
function requireSame(expected: PlanFile, found: PlanFile): void {
  const keyed = (rows: readonly Seen[]) => new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const [before, now] = [keyed(expected.seen), keyed(found.seen)];
  const line = ({ kind, name }: Seen, what: string) => `  ${kind} ${JSON.stringify(name)} ${what}`;
  const lines = [
    ...[...before].flatMap(([key, row]) => {
      const current = now.get(key);
      if (!current) return line(row, 'is no longer there, or has another name');
      return current.version === row.version ? [] : line(row, 'was changed');
    }),
    ...[...now].flatMap(([key, row]) => (before.has(key) ? [] : line(row, 'is new'))),
  ];
  // Settings without a version.
  if (lines.length === 0 && expected.digest === found.digest) return;
  throw new Error(
    `Nothing was applied, since the plan is out of date${lines.length > 0 ? `:\n${lines.join('\n')}` : ''}`,
  );
}

/** The file of a realm as it is. */
function describe(rows: Rows): { file: RealmFile; leftOut: string[] } {
  if (!rows.realm) throw new Error('A realm is described that is there');
  const realmId = rows.realm.id;
  const names = new Names(rows, [], []);
  const { templates, webhooks, leftOut } = new Entries(rows, names);
  const events = names.events.flatMap(({ row, site }) => (row?.used ? [{ row, site }] : []));
  const used = new Set([
    ...rows.worked,
    ...templates.map(({ row }) => row.site_id),
    ...webhooks.flatMap(({ row }) => row.site_ids),
    ...events.map(({ row }) => row.site_id),
  ]);
  const people = rows.people.filter(({ realm_id, role }) => realm_id === realmId && role !== 'admin');
  const accounts = new Set(rows.people.map(({ email }) => email));
  const invited = new Map(
    rows.invitations
      .filter(({ email }) => !accounts.has(email))
      .toReversed()
      .map((invitation) => [invitation.email, personEntry({ ...invitation, status: 'active' })]),
  );
  const file: RealmFile = {
    version: 1,
    realm: realmEntry(rows.realm),
    sites: rows.sites
      .filter(({ id }) => used.has(id))
      .map(siteEntry)
      .sort(by(({ name, url }) => `${name}\n${url}`)),
    events: events
      .map(({ row, site }) => eventEntry(row, names.referenceOf(site)))
      .sort(by(({ site, guid }) => `${site}\n${guid}`)),
    people: [...people.map(personEntry), ...invited.values()].sort(by(({ email }) => email)),
    templates: templates.map(({ entry }) => entry).sort(by(({ name }) => name)),
    webhooks: webhooks.map(({ entry }) => entry).sort(by(({ name }) => name)),
  };
  return {
    file,
    leftOut: leftOut.map(({ kind, name, reason }) => `${kind} ${JSON.stringify(name)}: ${reason}`),
  };
}

const by =
  <T>(key: (value: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
