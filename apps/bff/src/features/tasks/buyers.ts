import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/problem';
import type { SiteAddresses } from '../../platform/http/basket';
import type { Buyer } from './lifecycle/task-rows';
import type { MarkBoughtDto } from './tasks.dto';

/**
 * Finds the login, site and event that a purchase names, those deleted meanwhile included.
 *
 * @throws 404 for one that doesn't exist, that the scope doesn't see, or that isn't of the site
 */
export async function findBuyer(
  tx: Tx,
  { loginId, siteId, eventGuid }: MarkBoughtDto,
): Promise<{ buyer: Buyer; site: SiteAddresses }> {
  const [site] = await tx.query<SiteAddresses>(
    "SELECT url, config ->> 'ticket_url' AS ticket_url FROM sites WHERE id = $1",
    [siteId],
  );
  if (!site) throw notFound('Site');
  const [event] = await tx.query<{ id: number }>('SELECT id FROM events WHERE site_id = $1 AND guid = $2', [
    siteId,
    eventGuid,
  ]);
  if (!event) throw notFound('Event');
  const [login] = await tx.query<{ id: number }>('SELECT id FROM logins WHERE site_id = $1 AND id = $2', [
    siteId,
    loginId,
  ]);
  if (!login) throw notFound('Login');
  return { buyer: { login_id: login.id, event_id: event.id }, site };
}
