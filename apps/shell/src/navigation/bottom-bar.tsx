import { Bell, LayoutDashboard, type LucideIcon, Menu, Ticket, Wallet } from 'lucide-react';
import { useLiveFigures } from '@tessera/api';
import { Link, matchPath, useLocation } from '@tessera/federation/router';
import { formatClock, formatCount, lapsingSeconds, useBottomInset, useSecondsLeft } from '@tessera/ui';
import { styled } from '@tessera/ui/mui';
import { useMayOpen } from '../access/use-may-open';
import { useUnread } from '../features/notifications/messages.api';
import { useTexts } from '../texts';
import { useEventLines } from './live-lines';

const HEIGHT = 56;

const Bar = styled('nav')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  flex: 'none',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  height: HEIGHT,
  boxSizing: 'content-box',
  paddingBottom: 'env(safe-area-inset-bottom)',
  backgroundColor: vars.palette.background.default,
  borderTop: `1px solid ${vars.palette.divider}`,
  '& > *': {
    font: 'inherit',
    fontWeight: 500,
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: 3,
    padding: '0 2px',
    border: 0,
    background: 'none',
    color: vars.palette.text.secondary,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:focus-visible': { outlineOffset: -3 },
  },
  '& > .active': { color: vars.palette.text.primary, fontWeight: 650 },
  '& > .active svg': { color: vars.palette.accent.text },
  '& .figure': {
    position: 'absolute',
    top: 4,
    left: 'calc(50% + 6px)',
    padding: '0 4px',
    borderRadius: 4,
    fontSize: 10.5,
    lineHeight: '15px',
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.action.selected,
  },
  '& .figure.urgent': {
    color: vars.palette.status.on,
    backgroundColor: vars.palette.status.ochre.main,
  },
}));

/** On a phone: the pages that can't wait, and the menu. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const t = useTexts();
  const mayOpen = useMayOpen();
  const [sale] = useEventLines();
  const unread = useUnread().data?.total ?? 0;
  const sales = sale?.path ?? '/calendar';
  useBottomInset(HEIGHT, 'frame');
  return (
    <Bar aria-label={t('navigation.quick')}>
      <Item to="/dashboard" label={t('pages.dashboard')} Icon={LayoutDashboard} />
      {mayOpen(sales) ? (
        <Item to={sales} label={t('navigation.sales')} Icon={Ticket} section="/on-sale/:eventId" />
      ) : null}
      {mayOpen('/pay') ? <PayItem /> : null}
      <Item
        to="/notifications"
        label={t('navigation.messages')}
        Icon={Bell}
        figure={unread > 0 ? (unread > 99 ? '99+' : formatCount(unread)) : undefined}
      />
      <button type="button" aria-label={t('navigation.openMenu')} onClick={onMenu}>
        <Menu size={20} strokeWidth={1.75} aria-hidden />
        {t('navigation.menu')}
      </button>
    </Bar>
  );
}

function PayItem() {
  const t = useTexts();
  const { baskets = 0, expires_at = null } = useLiveFigures().data?.to_pay ?? {};
  const left = useSecondsLeft(expires_at);
  const isUrgent = left > 0 && left <= lapsingSeconds;
  const figure = isUrgent ? formatClock(left) : formatCount(baskets);
  return (
    <Item
      to="/pay"
      label={t('pages.pay')}
      Icon={Wallet}
      isUrgent={isUrgent}
      figure={left > 0 ? figure : undefined}
    />
  );
}

interface ItemProps {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** The pattern of the pages that it stands for; its own path by default. */
  section?: string;
  figure?: string;
  isUrgent?: boolean;
}

function Item({ to, label, Icon, section = to, figure, isUrgent = false }: ItemProps) {
  const { pathname } = useLocation();
  const isCurrent = matchPath({ path: section, end: false }, pathname) !== null;
  return (
    <Link to={to} className={isCurrent ? 'active' : ''} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      {label}
      {figure === undefined ? null : (
        <span className={isUrgent ? 'figure urgent' : 'figure'} aria-hidden>
          {figure}
        </span>
      )}
    </Link>
  );
}
