import { useLiveFigures } from '@tessera/api';
import { matchPath, useLocation } from '@tessera/federation/router';
import { formatClock, formatCount, lapsingSeconds, useSecondsLeft } from '@tessera/ui';
import { useMayOpen } from '../access/use-may-open';
import { type ShellTexts, useTexts } from '../texts';

/** Events that the menu lists at most. */
const MAX_LINES = 6;

/** An on-sale in the menu. */
export interface EventLine {
  path: string;
  name: string;
  held: number;
}

const roomOf = (eventId: number): string => `/on-sale/${eventId}`;

/** The on-sales that run or hold seats, the one whose seats expire first at the top, and the one whose page is open. */
export function useEventLines(): readonly EventLine[] {
  const t = useTexts();
  const { pathname } = useLocation();
  const events = useLiveFigures().data?.events ?? [];
  const mayOpen = useMayOpen();
  const opened = Number(matchPath('/on-sale/:eventId/*', pathname)?.params.eventId);
  const line = (eventId: number) => {
    const { name = t('pages.onSale'), held = 0 } = events.find(({ event_id }) => event_id === eventId) ?? {};
    return { path: roomOf(eventId), name, held };
  };
  const ids = events
    .filter(({ on_sale, held }) => on_sale || held > 0)
    .slice(0, MAX_LINES)
    .map(({ event_id }) => event_id);
  const all = Number.isSafeInteger(opened) && !ids.includes(opened) ? [...ids, opened] : ids;
  return all.map(line).filter(({ path }) => mayOpen(path));
}

/** "38 held", or that the event is on sale. */
export const describeLine = (t: ShellTexts, { held }: EventLine): string =>
  held > 0 ? t('navigation.held', { number: formatCount(held) }) : t('navigation.onSaleNow');

/** The baskets to pay and when the first of their seats expire: "19 · 08:44", ochre below two minutes. */
export function PayFigure() {
  const figures = useLiveFigures().data?.to_pay;
  const left = useSecondsLeft(figures?.expires_at);
  if (!figures?.expires_at || left === 0) return null;
  return (
    <span className={left <= lapsingSeconds ? 'count urgent' : 'count'} aria-hidden>
      {formatCount(figures.baskets)} · {formatClock(left)}
    </span>
  );
}

/** How many places wait in waiting rooms. */
export function WaitingFigure() {
  const events = useLiveFigures().data?.events ?? [];
  const places = events.reduce((sum, { waiting }) => sum + waiting, 0);
  return places > 0 ? (
    <span className="count" aria-hidden>
      {formatCount(places)}
    </span>
  ) : null;
}

/** How many requests wait for an answer. */
export function RequestsFigure() {
  const open = useLiveFigures().data?.open_requests ?? 0;
  return open > 0 ? (
    <span className="count" aria-hidden>
      {formatCount(open)}
    </span>
  ) : null;
}
