import type { PayersDto } from '../src/work/payers/payers.dto';
import type { Signed } from './factories';
import * as make from './factories';
import type { Work } from './work';

/** Who looks at the payers of an event. */
export const readPayers = async (
  { app, eventId }: Work,
  { token }: Pick<Signed, 'token'>,
): Promise<PayersDto> => {
  const { status, body } = await app.http<PayersDto>('GET', `/api/on-sale/${eventId}/payers`, { token });
  if (status !== 200) throw new Error(`GET payers returned ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Puts somebody on for the event, or takes them off; returns the status. */
export const setOn = async (
  { app, eventId }: Work,
  { token }: Pick<Signed, 'token'>,
  on = true,
): Promise<number> =>
  (await app.http(on ? 'PUT' : 'DELETE', `/api/on-sale/${eventId}/payers/me`, { token })).status;

/** A task that has held two seats for `since_s` seconds, and holds them for `lasts_s` more. */
export async function basket(
  { app, realmId, siteId, eventId, guid }: Work,
  { lasts_s = 600, since_s = 0, fields = {} }: { lasts_s?: number; since_s?: number; fields?: object } = {},
): Promise<number> {
  const login = await make.login(app, realmId, siteId);
  const task = await make.task(app, realmId, siteId, eventId, login, { status: 'carted', ...fields });
  await app.db.query(
    `INSERT INTO holds (realm_id, task_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, area, "row", seat,
       price, currency, created_at, expires_at)
     SELECT $1::int, $2::int, $3::int, $4::int, $5::int, $6, 'Derby', 'c' || $3::int, 'North', $2::int::text, n, 42.5, 'GBP',
       now() - make_interval(secs => $7), now() + make_interval(secs => $8) FROM generate_series(1, 2) n`,
    [realmId, task, login, siteId, eventId, guid, since_s, lasts_s],
  );
  return task;
}

/** Records that a person paid baskets of the event, each in the given seconds. */
export const paidBefore = ({ app, realmId, eventId }: Work, userId: number, seconds: readonly number[]) =>
  app.db.query(
    'INSERT INTO payment_times (realm_id, user_id, event_id, seconds) SELECT $1, $2, $3, s FROM unnest($4::float8[]) s',
    [realmId, userId, eventId, seconds],
  );
