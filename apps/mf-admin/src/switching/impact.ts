import {
  type ImpactDto,
  impactEvent,
  impactLogin,
  impactRealm,
  impactSite,
  impactWorkerToken,
} from '@tessera/api';
import { type Consequence, formatCount } from '@tessera/ui';
import type { AdminTexts } from '../texts';

/** What can be disabled while tasks depend on it. */
export type SwitchableKind = 'site' | 'realm' | 'event' | 'login';

const impactRequests = {
  site: impactSite,
  realm: impactRealm,
  event: impactEvent,
  login: impactLogin,
  worker_token: impactWorkerToken,
};

/** Fetches what disabling it would stop now. */
export const fetchImpact = async (kind: keyof typeof impactRequests, id: number): Promise<ImpactDto> =>
  (await impactRequests[kind]({ path: { id } })).data;

/** Number of realms listed by name. */
const MAX_NAMED_REALMS = 5;

const describeRealms = (t: AdminTexts, realms: ImpactDto['realms']): Consequence => {
  const named = realms
    .slice(0, MAX_NAMED_REALMS)
    .map(({ name, tasks }) => t('switching.effects.realm', { name, tasks: formatCount(tasks) }));
  const more = realms.length - named.length;
  return {
    count: realms.length,
    text: t('switching.effects.realms', { count: realms.length }),
    detail: [...named, ...(more > 0 ? [t('switching.effects.moreRealms', { count: more })] : [])].join(', '),
  };
};

/** The consequences of disabling, most severe first; `withRealms` adds the affected realms. */
export function describeImpact(t: AdminTexts, impact: ImpactDto, withRealms: boolean): Consequence[] {
  const counts = impact.by_status as Record<string, number>;
  const waiting = counts.waiting_room ?? 0;
  const running = counts.running ?? 0;
  const queued = (counts.queued ?? 0) + (counts.scheduled ?? 0);
  const held = impact.held_seats;
  const lines = [
    { count: waiting, text: t('switching.effects.waiting_room', { count: waiting }) },
    { count: running, text: t('switching.effects.running', { count: running }) },
    { count: held, text: t('switching.effects.held', { count: held }) },
    { count: queued, text: t('switching.effects.waits', { count: queued }) },
  ].filter(({ count }) => count > 0);
  return withRealms && impact.realms.length > 0 ? [...lines, describeRealms(t, impact.realms)] : lines;
}

type UseKind = 'events' | 'logins' | 'users' | 'unfinished_tasks' | 'live_holds';

/** Why an object can't be deleted: "In use: 3 events, 2 logins"; undefined if it can. */
export function describeUses(
  t: AdminTexts,
  counts: Readonly<Partial<Record<UseKind, number>>>,
): string | undefined {
  const uses = (Object.entries(counts) as [UseKind, number][])
    .filter(([, count]) => count > 0)
    .map(([use, count]) => t(`switching.uses.${use}`, { count }));
  return uses.length === 0 ? undefined : t('switching.inUse', { uses: uses.join(', ') });
}
