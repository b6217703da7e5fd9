import {
  impactEvent,
  impactLogin,
  impactRealm,
  impactSite,
  impactWorkerToken,
  type ImpactDto,
} from '@tessera/api';
import { formatCount, type Consequence } from '@tessera/ui';
import type { AdminTexts } from '../texts';

/** What can be switched off while tasks depend on it. */
export type SwitchKind = 'site' | 'realm' | 'event' | 'login';

const calls = {
  site: impactSite,
  realm: impactRealm,
  event: impactEvent,
  login: impactLogin,
  worker_token: impactWorkerToken,
};

/** What switching it off would stop now. */
export const readImpact = async (kind: keyof typeof calls, id: number): Promise<ImpactDto> =>
  (await calls[kind]({ path: { id } })).data;

/** Realms named one by one. */
const NAMED = 5;

const realmsLine = (t: AdminTexts, realms: ImpactDto['realms']): Consequence => {
  const named = realms
    .slice(0, NAMED)
    .map(({ name, tasks }) => t('switching.effects.realm', { name, tasks: formatCount(tasks) }));
  const more = realms.length - named.length;
  return {
    count: realms.length,
    text: t('switching.effects.realms', { count: realms.length }),
    detail: [...named, ...(more > 0 ? [t('switching.effects.moreRealms', { count: more })] : [])].join(', '),
  };
};

/** What switching off costs, the gravest first. `withRealms`: whose tasks they are, for those who see all realms. */
export function costOf(t: AdminTexts, impact: ImpactDto, withRealms: boolean): Consequence[] {
  const counts = impact.by_status as Record<string, number>;
  const waiting = counts['waiting_room'] ?? 0;
  const running = counts['running'] ?? 0;
  const queued = (counts['queued'] ?? 0) + (counts['scheduled'] ?? 0);
  const held = impact.held_seats;
  const lines = [
    { count: waiting, text: t('switching.effects.waiting_room', { count: waiting }) },
    { count: running, text: t('switching.effects.running', { count: running }) },
    { count: held, text: t('switching.effects.held', { count: held }) },
    { count: queued, text: t('switching.effects.waits', { count: queued }) },
  ].filter(({ count }) => count > 0);
  return withRealms && impact.realms.length > 0 ? [...lines, realmsLine(t, impact.realms)] : lines;
}

type Use = 'events' | 'logins' | 'users' | 'unfinished_tasks' | 'live_holds';

/** Why something can't be deleted: "In use: 3 events, 2 logins"; undefined when it can. */
export function inUse(t: AdminTexts, counts: Readonly<Partial<Record<Use, number>>>): string | undefined {
  const uses = (Object.entries(counts) as [Use, number][])
    .filter(([, count]) => count > 0)
    .map(([use, count]) => t(`switching.uses.${use}`, { count }));
  return uses.length === 0 ? undefined : t('switching.inUse', { uses: uses.join(', ') });
}
