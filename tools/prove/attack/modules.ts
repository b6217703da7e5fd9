import { Client } from '../installation/client.ts';
import { Publisher } from '../installation/publisher.ts';
import type { Fixtures, Person } from './fixtures.ts';
import { send, sendOk } from './http.ts';
import type { Result } from './result.ts';

const MODULE = 'mf-attacked';
/** Accounts that report made-up failures, each by two sign-ins. */
const ACCOUNTS = 10;

interface Settings {
  id: number;
  enabled: boolean;
  stable_release_id: number | null;
  releases: { id: number; version: string }[];
}

/** What strangers and a publisher's token do to a module that has been promoted twice. */
export async function attackedModule(fixtures: Fixtures): Promise<Result[]> {
  const servers = [`http://127.0.0.1:${fixtures.port}`];
  const administrator = new Client(servers);
  await administrator.signIn(fixtures.admin);
  const pipeline = new Client(servers);
  const publisher = await Publisher.register(administrator, pipeline, MODULE);
  for (const version of ['1.0.0', '2.0.0']) {
    await publisher.publish(version);
    await publisher.promote(version);
  }
  await fixtures.signIn();
  const realm: Person[] = [];
  const registered: Person[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    realm.push(await fixtures.person());
    registered.push(await fixtures.stranger());
  }
  return [
    await reportFailures(fixtures, `${ACCOUNTS} accounts of one realm`, realm),
    await reportFailures(fixtures, `${ACCOUNTS} accounts without a realm`, registered),
    await actAgainstAdministrator(fixtures, pipeline.token),
  ];
}

async function readModule({ port, token }: Fixtures): Promise<Settings> {
  const [module] = await sendOk<Settings[]>(port, `/api/modules/settings?q=${MODULE}`, { token });
  if (!module) throw new Error(`There is no module ${MODULE}`);
  return module;
}

/** Reports that the module's release fails, as pages do that were given it. */
async function reportFailures(fixtures: Fixtures, who: string, people: readonly Person[]): Promise<Result> {
  const { port } = fixtures;
  const before = await readModule(fixtures);
  const failed = { module: MODULE, version: '2.0.0', outcome: 'failed', reason: 'CRASHED', ms: 10 };
  const body = { reports: Array.from({ length: 50 }, () => failed) };
  let reports = 0;
  for (const person of people)
    for (const token of [person.token, await fixtures.signInAs(person)]) {
      await sendOk(port, '/api/modules', { token });
      await sendOk(port, '/api/modules/reports', { method: 'POST', token, body });
      reports += body.reports.length;
    }
  const after = await readModule(fixtures);
  const isSame = after.enabled === before.enabled && after.stable_release_id === before.stable_release_id;
  return {
    attack: 'made-up failures of a module',
    tried: `${reports} reports by ${who}`,
    outcome: isSame ? 'nothing changed' : 'the module was taken away',
    passed: isSame,
  };
}

/** A publisher's token enables, promotes, starts a canary and rolls back after an administrator has decided. */
async function actAgainstAdministrator(fixtures: Fixtures, publisherToken: string): Promise<Result> {
  await fixtures.signIn();
  const { port, token } = fixtures;
  const { id, releases } = await readModule(fixtures);
  const path = `/api/modules/settings/${id}`;
  const stable_release_id = releases.find(({ version }) => version === '1.0.0')?.id;
  await sendOk(port, path, { method: 'PATCH', token, body: { enabled: false, stable_release_id } });
  const decided = await readModule(fixtures);
  const tried: [string, object][] = [
    ['enable', {}],
    ['promote', { version: '2.0.0' }],
    ['canary', { version: '2.0.0', percent: 100 }],
    ['rollback', {}],
  ];
  let accepted = 0;
  for (const [action, body] of tried) {
    const call = { method: 'POST', token: publisherToken, body };
    const { status } = await send(port, `/api/publishing/modules/${MODULE}/${action}`, call);
    if (status !== 409) accepted += 1;
  }
  const after = await readModule(fixtures);
  const isSame = after.enabled === decided.enabled && after.stable_release_id === decided.stable_release_id;
  return {
    attack: 'publisher against administrator',
    tried: `${tried.length} requests by its token`,
    outcome: `${accepted} accepted`,
    passed: accepted === 0 && isSame,
  };
}
