import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type NextSaleDto, type ReadinessCheck, useServerNow } from '@tessera/api';
import { unfinishedStatuses } from '@tessera/domain';
import { Link } from '@tessera/federation/router';
import {
  CountdownText,
  EmptyState,
  formatCount,
  type Hue,
  Instant,
  InterpolatedText,
  Lines,
  Panel,
  QueryContent,
} from '@tessera/ui';
import { Button, Link as MuiLink, styled } from '@tessera/ui/mui';
import { type ShellTexts, useTexts } from '../../texts';
import { AllLink } from './all-link';

/** On a phone, the time and the button go below the words. */
const SaleLines = styled(Lines)(({ theme: { breakpoints } }) => ({
  [breakpoints.down('sm')]: {
    '& > li': { flexWrap: 'wrap' },
    '& .words': { flexBasis: '100%' },
    '& .end': { flex: 1 },
  },
}));

const Checks = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: '2px 14px', marginTop: 4 });

const Check = styled('span')<{ hue: Hue }>(({ theme: { vars, typography }, hue }) => ({
  ...typography.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  color: vars.palette.text.secondary,
  '& svg': { flex: 'none', color: vars.palette.status[hue].main },
  '& a': { color: 'inherit', display: 'inline-flex', alignItems: 'center', minHeight: 24 },
}));

const appearance: Record<ReadinessCheck['state'], { icon: LucideIcon; hue: Hue }> = {
  ok: { icon: CircleCheck, hue: 'verdigris' },
  warning: { icon: CircleAlert, hue: 'ochre' },
  blocked: { icon: CircleX, hue: 'cinnabar' },
};

// Few visits show it: the first one doesn't load it.
const LoginCheckWords = lazy(() => import('./login-check-words'));

/** Checks without anything to compare say nothing. */
const says = ({ state, need }: ReadinessCheck) => state !== 'ok' || need > 0;

/** The on-sales of the next days, with what is ready for each; the dashboard begins with it. */
export function OnSalePanel({
  sales,
  mayOpen,
}: {
  sales: UseQueryResult<NextSaleDto[]>;
  mayOpen: (path: string) => boolean;
}) {
  const t = useTexts();
  return (
    <Panel
      title={t('dashboard.onSale.title')}
      actions={
        mayOpen('/calendar') ? <AllLink to="/calendar">{t('dashboard.onSale.calendar')}</AllLink> : null
      }
    >
      <QueryContent query={sales} inset="panel" skeletons={[96]}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState>{t('dashboard.onSale.none')}</EmptyState>
          ) : (
            <SaleLines>
              {found.map((sale) => (
                <SaleLine key={sale.event_id} sale={sale} mayOpen={mayOpen} />
              ))}
            </SaleLines>
          )
        }
      </QueryContent>
    </Panel>
  );
}

function SaleLine({ sale, mayOpen }: { sale: NextSaleDto; mayOpen: (path: string) => boolean }) {
  const t = useTexts();
  const { event_id, name, site_name, on_sale_at, template_id, seats, checks } = sale;
  const room = `/on-sale/${event_id}`;
  const mayLaunch = template_id !== null && mayOpen('/templates');
  return (
    <li>
      <span className="words">
        <span className="title" title={name}>
          {mayOpen(room) ? (
            <MuiLink component={Link} to={room}>
              {name}
            </MuiLink>
          ) : (
            name
          )}
        </span>
        <span className="detail">
          {site_name}, <Instant value={on_sale_at} />
        </span>
        {seats.wanted > 0 ? (
          <span className="detail">
            {t('dashboard.onSale.seats', {
              won: formatCount(seats.won),
              wanted: formatCount(seats.wanted),
              held: formatCount(seats.held),
              open: formatCount(seats.open),
              lost: formatCount(seats.lost),
            })}
          </span>
        ) : null}
        <Checks>
          {checks.filter(says).map((check) => (
            <CheckText key={check.check} sale={sale} check={check} to={pageOf(sale, check, mayOpen)} />
          ))}
        </Checks>
      </span>
      <span className="end">{on_sale_at === null ? null : <UntilSale at={on_sale_at} name={name} />}</span>
      {mayLaunch ? (
        <Button
          component={Link}
          to={`/templates?launch=${template_id}&launch_event=${event_id}`}
          size="small"
          variant="contained"
          aria-label={`${t('dashboard.onSale.launch')}: ${name}`}
        >
          {t('dashboard.onSale.launch')}
        </Button>
      ) : null}
    </li>
  );
}

/** How long until the on-sale by the server's clock, or how long ago it began. */
function UntilSale({ at, name }: { at: string; name: string }) {
  const t = useTexts();
  const now = useServerNow();
  if (Date.parse(at) <= now) return t('dashboard.onSale.begun');
  return (
    <InterpolatedText
      text={(values) => t('dashboard.next.in', values)}
      elements={{ time: <CountdownText until={at} form="clock" label={name} /> }}
    />
  );
}

/** One check as an icon and words; a link to where it is put right. */
function CheckText({
  sale: { login_check: found },
  check,
  to,
}: {
  sale: NextSaleDto;
  check: ReadinessCheck;
  to: string | undefined;
}) {
  const t = useTexts();
  const { icon: Icon, hue } = appearance[check.state];
  const words =
    check.check === 'login_check' && found ? <LoginCheckWords found={found} /> : wordsOf(t, check);
  // As a whole, since a link without its words says nothing.
  return (
    <Suspense>
      <Check hue={hue}>
        <Icon size={14} strokeWidth={2} role="img" aria-label={t(`dashboard.onSale.state.${check.state}`)} />
        {to ? <Link to={to}>{words}</Link> : words}
      </Check>
    </Suspense>
  );
}

function wordsOf(t: ShellTexts, { check, state, have, need }: ReadinessCheck): string | undefined {
  const values = { have: formatCount(have), need: formatCount(need) };
  switch (check) {
    case 'plan':
      return have > 0
        ? t('dashboard.onSale.tasks', { count: have })
        : t('dashboard.onSale.notLaunched', { count: need });
    case 'logins':
      return t('dashboard.onSale.logins', values);
    case 'limit':
      return t('dashboard.onSale.limit', values);
    case 'workers':
      return state === 'blocked'
        ? t('dashboard.onSale.noWorker')
        : t('dashboard.onSale.slots', { count: have });
    case 'payers':
      return t('dashboard.onSale.payers', values);
    case 'rehearsal':
      return need > 0 ? t('dashboard.onSale.rehearsed', values) : t('dashboard.onSale.notRehearsed');
  }
}

/** The page where a check is looked at or put right, if the user may open it. */
function pageOf(
  { event_id, site_id, rehearsal_id }: NextSaleDto,
  { check, have }: ReadinessCheck,
  mayOpen: (path: string) => boolean,
): string | undefined {
  const pages: Record<ReadinessCheck['check'], string> = {
    plan:
      have > 0
        ? `/tasks?event_id=${event_id}&status=${unfinishedStatuses.join()}`
        : `/templates?event_id=${event_id}`,
    logins: `/sites/${site_id}/logins`,
    limit: '/realms',
    workers: '/workers',
    payers: `/on-sale/${event_id}`,
    rehearsal:
      rehearsal_id === null ? `/rehearsals?rehearse=event-${event_id}` : `/rehearsals/${rehearsal_id}`,
    login_check: `/on-sale/${event_id}`,
  };
  const page = pages[check];
  return mayOpen(page.split('?')[0] ?? page) ? page : undefined;
}
