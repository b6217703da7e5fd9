import { SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LoginDto } from '@tessera/api';
import { useSlotTabs } from '@tessera/product-ui/slots';
import { formatCount, Instant, StatusChip } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel, NavTabs } from '@tessera/ui/panels';
import { type AdminTexts, useTexts } from '../../texts';
import { LastCheckSection } from './checks/last-check';
import { ClientDetails, ClientHistory } from './client-activity';
import { SecretState } from './logins-columns';

const views = ['overview', 'details', 'history'] as const;

const formatPercent = (t: AdminTexts, rate: number | null): string | null =>
  rate === null ? null : t('logins.percent', { rate });

/** The login's data, the reports of the client at the site, and what modules add. */
export function LoginDrawer({
  login,
  disabledReason,
  onEdit,
  onDisable,
  onCheck,
  onClose,
}: {
  login: LoginDto;
  /** Why the login can't be edited. */
  disabledReason: string | undefined;
  onEdit: () => void;
  /** Undefined: the user may not disable it. */
  onDisable: (() => void) | undefined;
  /** Undefined: the user may not have it checked. */
  onCheck: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useTexts();
  const [view, setView] = useState('overview');
  const added = useSlotTabs('login.tab', login.id);
  const ids: string[] = [...views, ...added.map(({ id }) => id)];
  // A tab that has failed is no longer there.
  const shown = ids.includes(view) ? view : 'overview';
  return (
    <DrawerPanel
      title={login.name}
      status={<StatusChip of="login" state={login.status} />}
      subtitle={login.status_msg ?? login.email}
      onClose={onClose}
    >
      <Box>
        <span title={disabledReason}>
          <Button
            startIcon={<SquarePen size={16} strokeWidth={1.75} aria-hidden />}
            disabled={disabledReason !== undefined}
            onClick={onEdit}
          >
            {t('words.edit')}
          </Button>
        </span>
      </Box>
      <LastCheckSection login={login} onDisable={onDisable} onCheck={onCheck} />
      <NavTabs
        label={t('logins.sections')}
        value={shown}
        onChange={setView}
        items={[
          ...views.map((value) => ({ value, label: t(`logins.${value}`) })),
          ...added.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      <Box role="tabpanel" aria-labelledby={`tab-${shown}`}>
        {shown === 'overview' ? <Overview login={login} /> : null}
        {shown === 'details' ? <ClientDetails loginId={login.id} /> : null}
        {shown === 'history' ? <ClientHistory loginId={login.id} /> : null}
        {added.find(({ id }) => id === shown)?.content}
      </Box>
    </DrawerPanel>
  );
}

/** A value that is stored for compatibility but never used. */
function UnusedValue({ children }: { children: ReactNode }) {
  const t = useTexts();
  if (children === null) return <>–</>;
  return (
    <>
      {children}
      <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
        {t('logins.inert')}
      </Box>
    </>
  );
}

const BasketLink = ({ href }: { href: string | null }) =>
  href ? (
    <Link href={href} target="_blank" rel="noreferrer">
      {href}
    </Link>
  ) : (
    <>–</>
  );

function Overview({ login }: { login: LoginDto }) {
  const t = useTexts();
  return (
    <DescriptionList
      items={[
        { term: t('words.email'), value: login.email },
        { term: t('logins.user'), value: login.user },
        { term: t('logins.supporterId'), value: login.supporter_id },
        { term: t('logins.members'), value: login.members },
        { term: t('logins.seatsToSet'), value: login.seats_to_set },
        { term: t('logins.amountToBuy'), value: login.amount_to_buy },
        { term: t('logins.holds'), value: formatCount(login.hold_count) },
        { term: t('logins.bought'), value: formatCount(login.ticket_count) },
        { term: t('logins.credits'), value: login.credits },
        { term: t('logins.successRate'), value: formatPercent(t, login.success_rate) },
        { term: t('logins.password'), value: <SecretState secret={login.password} /> },
        { term: t('logins.paymentToken'), value: <SecretState secret={login.card} /> },
        { term: t('words.address'), value: <SecretState secret={login.address} /> },
        { term: t('logins.homePhone'), value: <SecretState secret={login.home_phone} /> },
        { term: t('logins.mobilePhone'), value: <SecretState secret={login.mobile_phone} /> },
        { term: t('logins.age'), value: login.age },
        { term: t('logins.basket'), value: <BasketLink href={login.basket} /> },
        { term: t('logins.basketWorker'), value: login.basket_worker },
        { term: t('logins.userAgent'), value: <UnusedValue>{login.user_agent}</UnusedValue> },
        { term: t('logins.proxy'), value: <UnusedValue>{<SecretState secret={login.proxy} />}</UnusedValue> },
        { term: t('logins.lastUsed'), value: <Instant value={login.last_used} /> },
        { term: t('words.changed'), value: <Instant value={login.updated_at} /> },
      ]}
    />
  );
}
