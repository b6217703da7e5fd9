import { type RehearsalDto, RehearsalSweeper } from '../src/work';
import type { LeaseDto } from '../src/workers';
import type { TestApp } from './app';
import * as make from './factories';
import { inMinutes, lease, seat, under, type Work, work } from './work';

/** An app whose sandbox is a site; nothing answers there. */
export const SANDBOX = 'http://127.0.0.1:3901';

/** A realm with a template, and a worker that may serve the realm. */
export type Rehearsing = Work & { template: number };

/** Creates a realm whose template plans as many tasks as logins. */
export async function rehearsing(app: TestApp, logins = 3): Promise<Rehearsing> {
  const mine = await work(app, { logins });
  const template = await make.template(app, mine.realmId, mine.siteId, mine.eventId, {
    worker_count: logins,
    seats_per_worker: 2,
    target_count: 2 * logins,
  });
  const worker = await make.workerToken(app, { realm_ids: [mine.realmId] });
  return { ...mine, worker, template };
}

/** Starts a rehearsal of the template. */
export async function rehearse(
  mine: Rehearsing,
  fields: Record<string, unknown> = {},
): Promise<RehearsalDto> {
  const { status, body } = await mine.app.http<RehearsalDto>('POST', '/api/rehearsals', {
    token: mine.owner,
    body: {
      template_id: mine.template,
      login_ids: mine.logins,
      scenario: 'calm',
      seed: 7,
      starts_in_s: 0,
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`POST /rehearsals returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Reads a rehearsal as its realm's owner. */
export const readRehearsal = async ({ app, owner }: Work, id: number): Promise<RehearsalDto> =>
  (await app.http<RehearsalDto>('GET', `/api/rehearsals/${id}`, { token: owner })).body;

/** What makes a request of the realm's owner work within a rehearsal. */
export const within = ({ owner }: Work, { id }: RehearsalDto) => ({
  token: owner,
  headers: { 'X-Rehearsal': String(id) },
});

/** Holds seats at the sandbox under a lease; returns the ids of the holds. */
export async function holdAtSandbox(
  mine: Work,
  { lease_id }: LeaseDto,
  numbers: readonly number[],
): Promise<number[]> {
  const { status, body } = await under<{ holds: { id: number }[] }>(mine, lease_id, 'hold', {
    seats: numbers.map((number) => seat(number)),
    expires_at: inMinutes(10),
    basket: `${SANDBOX}/basket/${numbers.join('-')}`,
  });
  if (status !== 200) throw new Error(`hold returned ${status}: ${JSON.stringify(body)}`);
  return body.holds.map(({ id }) => id);
}

/** Leases all tasks of a rehearsal, at most ten, and holds two seats for each. */
export async function holdAll(mine: Work): Promise<LeaseDto[]> {
  const leases = await lease(mine, 10);
  for (const [index, each] of leases.entries()) await holdAtSandbox(mine, each, [2 * index, 2 * index + 1]);
  return leases;
}

/** Ends now the rehearsals that have ended, and removes the rows of old ones. */
export const endRehearsals = (app: TestApp): Promise<void> =>
  app.nest.get(RehearsalSweeper, { strict: false }).sweepEnded();
