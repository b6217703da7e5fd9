import {
  AlarmClock,
  Banknote,
  CircleX,
  Combine,
  Hourglass,
  type LucideIcon,
  MailX,
  ServerOff,
  ShoppingBasket,
  TimerOff,
  TriangleAlert,
  UserPlus,
  UserX,
} from 'lucide-react';
import { type Attention, useServerNow } from '@tessera/api';
import { taskReasonText } from '@tessera/product-ui';
import {
  CountdownText,
  formatInstant,
  formatTotals,
  type Hue,
  InterpolatedText,
  useLocale,
} from '@tessera/ui';
import { type ShellTexts, useTexts } from '../../texts';
import { AttentionLine } from './attention-line';

type Kind = Attention['kind'];

const appearance: Record<Kind, { icon: LucideIcon; hue: Hue }> = {
  seats_contradicted: { icon: TriangleAlert, hue: 'cinnabar' },
  hold_lapsing: { icon: AlarmClock, hue: 'ochre' },
  seats_held: { icon: ShoppingBasket, hue: 'ochre' },
  seats_lapsed: { icon: TimerOff, hue: 'cinnabar' },
  payment_check: { icon: Banknote, hue: 'cinnabar' },
  budget_used_up: { icon: Banknote, hue: 'cinnabar' },
  budget_nearly_used: { icon: Banknote, hue: 'ochre' },
  job_failed: { icon: CircleX, hue: 'cinnabar' },
  login_failed: { icon: UserX, hue: 'cinnabar' },
  no_worker: { icon: ServerOff, hue: 'ochre' },
  place_ending: { icon: Hourglass, hue: 'aegean' },
  worker_lost: { icon: ServerOff, hue: 'ochre' },
  user_waiting: { icon: UserPlus, hue: 'aegean' },
  identity_undecided: { icon: Combine, hue: 'ochre' },
  mail_dead: { icon: MailX, hue: 'ochre' },
};

/** The pay queue of the event whose seats are held. */
const payPage = ({ event_id }: Attention): string => (event_id ? `/pay?event=${event_id}` : '/pay');

/** The room of the only event whose budget is used, else all budgets. */
const budgetPage = ({ event_id }: Attention): string => (event_id ? `/on-sale/${event_id}` : '/budgets');

/** The page where the user can act on an item. */
const pages: Record<Kind, (item: Attention) => string> = {
  seats_contradicted: (item) =>
    item.detail === 'held' ? payPage(item) : `/ledger?event_id=${item.event_id}&reversed=false`,
  hold_lapsing: payPage,
  seats_held: payPage,
  seats_lapsed: () => '/tickets?tab=cart&expired=true',
  payment_check: ({ count, id }) => (count === 1 ? `/tasks?open=${id}` : '/tasks?payment_check=true'),
  budget_used_up: budgetPage,
  budget_nearly_used: budgetPage,
  job_failed: ({ id }) => `/jobs/${id}`,
  login_failed: ({ site_id }) => `/sites/${site_id}/logins?status=failed`,
  no_worker: ({ site_id }) => `/tasks?status=queued&site_id=${site_id}`,
  place_ending: () => '/queueitlinks',
  worker_lost: () => '/workers',
  identity_undecided: () => '/identities?state=undecided',
  mail_dead: () => '/users?tab=mails&status=dead',
  user_waiting: ({ detail }) =>
    detail === null ? '/users?sort=-created_at' : `/users?q=${encodeURIComponent(detail)}`,
};

const titleOf = (t: ShellTexts, { kind, title, count }: Attention): string => {
  if (kind === 'login_failed' && count > 1) return t('dashboard.attention.loginsFailed', { count });
  if (kind === 'login_failed') return t('dashboard.attention.loginFailed', { name: title });
  if (kind === 'job_failed') return t('dashboard.attention.jobFailed', { name: title });
  if (kind === 'user_waiting' && count > 1) return t('dashboard.attention.usersWaiting', { count });
  if (kind === 'user_waiting') return t('dashboard.attention.userWaiting', { name: title });
  if (kind === 'budget_used_up' || kind === 'budget_nearly_used')
    return t(`dashboard.attention.${kind}`, { names: othersText(t, title, count) });
  if (kind === 'identity_undecided') return t('dashboard.attention.identitiesUndecided', { count });
  if (kind === 'mail_dead') return t('dashboard.attention.mailsDead', { count });
  if (kind === 'worker_lost' && count > 1) return t('dashboard.attention.workersLost', { count });
  if (kind === 'no_worker') return t('dashboard.attention.noWorker', { site: title });
  return title;
};

/** How long before their lapse held seats are urgent, and their line is red, in milliseconds. */
const lapsingMs = 120_000;
const redMs = 60_000;

/** The kind of an item by the clock: held seats become urgent, and lapse, between two responses. */
function currentKind({ kind, at }: Attention, now: number): Kind {
  if (at === null || (kind !== 'hold_lapsing' && kind !== 'seats_held')) return kind;
  const left = Date.parse(at) - now;
  if (left <= 0) return 'seats_lapsed';
  return left <= lapsingMs ? 'hold_lapsing' : kind;
}

/** One item that needs attention: unpaid seats, failed jobs and logins, a site without a worker. */
export function AttentionRow({
  item,
  isFirst,
  mayOpen,
}: {
  item: Attention;
  isFirst: boolean;
  mayOpen: (path: string) => boolean;
}) {
  const t = useTexts();
  const now = useServerNow();
  const kind = currentKind(item, now);
  const to = pages[kind](item);
  const [path = to] = to.split('?');
  return (
    <AttentionLine
      {...appearance[kind]}
      {...(kind === 'hold_lapsing' && item.at && Date.parse(item.at) - now <= redMs
        ? { hue: 'cinnabar' }
        : {})}
      title={titleOf(t, item)}
      detail={<Detail item={item} />}
      urgent={kind === 'hold_lapsing' || (isFirst && kind === 'seats_held')}
      {...(mayOpen(path) ? { to, action: t(`dashboard.attention.action.${kind}`) } : {})}
    />
  );
}

/** How long after a lapse the server still records a purchase. */
const lateConfirmMs = 10 * 60_000;

/** The entries that the server names, and how many more there are. */
const NAMED = 3;
const othersText = (t: ShellTexts, names: string, count: number): string =>
  count > NAMED ? t('dashboard.attention.andMore', { names, count: count - NAMED }) : names;

function Detail({ item }: { item: Attention }) {
  const t = useTexts();
  const locale = useLocale();
  const now = useServerNow();
  const { kind, title, detail, at, count, totals } = item;
  const time = formatInstant(at, { ...locale, style: 'time' });
  if (kind === 'seats_lapsed') {
    const until = formatInstant(at && Date.parse(at) + lateConfirmMs, { ...locale, style: 'time' });
    const what = [t('dashboard.attention.seats', { count }), detail].filter(Boolean).join(', ');
    return t('dashboard.attention.lapsedUntil', { what, until });
  }
  if (kind === 'seats_contradicted')
    return t(`dashboard.attention.${detail === 'held' ? 'contradictedHeld' : 'contradictedTwice'}`, {
      count,
    });
  if (kind.startsWith('budget'))
    return t('dashboard.attention.free', {
      amount: formatTotals(totals.map(({ total, currency }) => ({ amount: total, currency }))),
    });
  if (kind === 'job_failed')
    return [t('dashboard.attention.tasksFailed', { count }), taskReasonText(item.reason, detail)]
      .filter(Boolean)
      .join(': ');
  if (kind === 'user_waiting' && count > 1) return othersText(t, title, count);
  if (kind === 'user_waiting') return [detail, t('dashboard.attention.registered', { time })].join(', ');
  if (kind === 'identity_undecided' || kind === 'mail_dead') return othersText(t, title, count);
  if (kind === 'worker_lost' && count > 1) return othersText(t, title, count);
  if (kind === 'worker_lost') return t('dashboard.attention.workerLost', { time });
  if (kind === 'no_worker') return t('dashboard.attention.tasksWait', { count });
  if (kind === 'payment_check') return t('dashboard.attention.paymentCheck', { count });
  if (kind === 'login_failed') {
    const since = at && t(count > 1 ? 'dashboard.attention.since' : 'dashboard.attention.at', { time });
    return [count > 1 ? title : detail, since].filter(Boolean).join(', ');
  }
  const sum =
    totals.length > 0 && formatTotals(totals.map(({ total, currency }) => ({ amount: total, currency })));
  const details = kind === 'place_ending' ? detail : [t('dashboard.attention.seats', { count }), detail, sum];
  const what = [details].flat().filter(Boolean).join(', ');
  if (at && Date.parse(at) <= now) return t('dashboard.attention.lapsed', { what });
  return (
    <InterpolatedText
      text={(values) =>
        t(kind === 'place_ending' ? 'dashboard.attention.ends' : 'dashboard.attention.lapse', {
          ...values,
          what,
          count,
        })
      }
      elements={{ time: at ? <CountdownText until={at} form="clock" label={title} /> : '–' }}
    />
  );
}
