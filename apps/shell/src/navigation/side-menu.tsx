import { Lock, Ticket, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { countsOf, type DashboardDto, useSession } from '@tessera/api';
import { type ModuleRelease, useModuleState } from '@tessera/federation';
import { formatCount } from '@tessera/ui';
import { useDashboard } from '../features/dashboard/dashboard.api';
import { useModules } from '../remotes/modules';
import { useRegistry } from '../remotes/registry-context';
import { useTexts } from '../texts';
import { describeLine, PayFigure, RequestsFigure, useEventLines, WaitingFigure } from './live-lines';
import { buildMenu, type MenuItem, nobody } from './menu';
import { MenuEntry, MenuList } from './menu-entry';

/** The figures of entries that change by the second. */
const liveFigures: Readonly<Record<string, ReactNode>> = {
  '/pay': <PayFigure />,
  '/waiting': <WaitingFigure />,
  '/requests': <RequestsFigure />,
};

interface Navigating {
  onNavigate?: (() => void) | undefined;
}

/** The drawer's entries for the signed-in user, each with those that belong to it. */
export function SideMenu({ onNavigate }: Navigating) {
  const t = useTexts();
  const { releases } = useModules();
  const session = useSession();
  const countOf = useMenuCounts();
  return (
    <MenuList sx={{ px: 1.5 }}>
      {buildMenu(t, releases, session?.user ?? nobody).map((item) => (
        <li key={item.path}>
          <MenuEntry path={item.path} label={item.label} Icon={item.Icon} onNavigate={onNavigate}>
            <Trailing item={item} count={item.locked ? undefined : countOf(item.path)} />
          </MenuEntry>
          <Below item={item} onNavigate={onNavigate} />
        </li>
      ))}
    </MenuList>
  );
}

/** What belongs to an entry: its pages, and for jobs the on-sales that run. */
function Below({ item, onNavigate }: Navigating & { item: MenuItem }) {
  const lines = item.path === '/jobs' ? <EventLines onNavigate={onNavigate} /> : null;
  if (item.children.length === 0 && !lines) return null;
  return (
    <MenuList aria-label={item.label}>
      {item.children.map((child) => (
        <li key={child.path}>
          <MenuEntry isBelow path={child.path} label={child.label} Icon={child.Icon} onNavigate={onNavigate}>
            {liveFigures[child.path] ?? null}
          </MenuEntry>
        </li>
      ))}
      {lines}
    </MenuList>
  );
}

function EventLines({ onNavigate }: Navigating) {
  const t = useTexts();
  return useEventLines().map((line) => (
    <li key={line.path}>
      <MenuEntry isBelow path={line.path} label={line.name} Icon={Ticket} onNavigate={onNavigate}>
        {/* Separates the name from the figure in the accessible name. */}{' '}
        <span className="count">{describeLine(t, line)}</span>
      </MenuEntry>
    </li>
  ));
}

/** The end of an entry: a lock, a mark when the module failed to load, else the count. */
function Trailing({ item, count }: { item: MenuItem; count: number | undefined }) {
  const t = useTexts();
  return (
    <>
      {item.locked ? (
        <span className="lock" role="img" aria-label={t('navigation.locked')}>
          <Lock size={14} strokeWidth={1.75} aria-hidden />
        </span>
      ) : null}
      {item.release ? <CountOrFailure release={item.release} count={count} /> : null}
    </>
  );
}

function CountOrFailure({ release, count }: { release: ModuleRelease; count: number | undefined }) {
  const t = useTexts();
  const state = useModuleState(useRegistry(), release);
  if (state.status !== 'failed') {
    return count === undefined ? null : (
      <span className="count" aria-hidden>
        {formatCount(count)}
      </span>
    );
  }
  return (
    <span className="unplugged" role="img" aria-label={t('navigation.notLoaded')}>
      <Unplug size={14} strokeWidth={1.75} aria-hidden />
    </span>
  );
}

/** The count shown at a menu entry, by its path. Held seats are at their events, and baskets at the pay queue. */
const countByPath: Readonly<Record<string, (data: DashboardDto) => number | undefined>> = {
  '/tasks': (data) => data.unfinished_total,
  '/jobs': (data) => data.unfinished_jobs,
  '/templates': (data) => countsOf(data.setup).templates,
  '/sites': (data) => countsOf(data.setup).sites,
  '/queueitlinks': (data) => data.live_places,
};

/** The counts of the menu; undefined while loading, for a count of 0, and for entries without a count. */
function useMenuCounts(): (path: string) => number | undefined {
  const { data } = useDashboard();
  return (path) => (data && countByPath[path]?.(data)) || undefined;
}
