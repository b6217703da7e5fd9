import { useServerNow, type Attention } from '@tessera/api';
import { CountdownText, Filled, formatInstant, useLocale, type Hue } from '@tessera/ui';
import { AlarmClock, Hourglass, ServerOff, UserX, type LucideIcon } from 'lucide-react';
import { useTexts, type ShellTexts } from '../texts';
import { AttentionLine } from './attention-line';

type Kind = Attention['kind'];

const looks: Record<Kind, { icon: LucideIcon; hue: Hue }> = {
  hold_lapsing: { icon: AlarmClock, hue: 'ochre' },
  login_failed: { icon: UserX, hue: 'cinnabar' },
  no_worker: { icon: ServerOff, hue: 'ochre' },
  place_ending: { icon: Hourglass, hue: 'aegean' },
  worker_lost: { icon: ServerOff, hue: 'ochre' },
};

/** The page where something can be done about it. */
const pages: Record<Kind, (item: Attention) => string> = {
  hold_lapsing: () => '/tickets?tab=cart',
  login_failed: ({ site_id }) => `/sites/${site_id}/logins?status=failed`,
  no_worker: ({ site_id }) => `/tasks?status=queued&site_id=${site_id}`,
  place_ending: () => '/queueitlinks',
  worker_lost: () => '/workers',
};

const titleOf = (t: ShellTexts, { kind, title, count }: Attention): string => {
  if (kind === 'login_failed' && count > 1) return t('dashboard.attention.loginsFailed', { count });
  if (kind === 'login_failed') return t('dashboard.attention.loginFailed', { name: title });
  if (kind === 'no_worker') return t('dashboard.attention.noWorker', { site: title });
  return title;
};

/** One thing that needs people: seats that lapse, logins that failed, a site without a worker, a place that ends. */
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
  const to = pages[item.kind](item);
  const [path = to] = to.split('?');
  return (
    <AttentionLine
      {...looks[item.kind]}
      title={titleOf(t, item)}
      detail={<Detail item={item} />}
      urgent={isFirst && item.kind === 'hold_lapsing'}
      {...(mayOpen(path) ? { to, action: t(`dashboard.attention.action.${item.kind}`) } : {})}
    />
  );
}

function Detail({ item }: { item: Attention }) {
  const t = useTexts();
  const locale = useLocale();
  const now = useServerNow();
  const { kind, title, detail, at, count } = item;
  const time = formatInstant(at, { ...locale, style: 'time' });
  if (kind === 'worker_lost') return t('dashboard.attention.workerLost', { time });
  if (kind === 'no_worker') return t('dashboard.attention.tasksWait', { count });
  if (kind === 'login_failed') {
    const since = at && t(count > 1 ? 'dashboard.attention.since' : 'dashboard.attention.at', { time });
    return [count > 1 ? title : detail, since].filter(Boolean).join(', ');
  }
  const words = kind === 'place_ending' ? detail : [t('dashboard.attention.seats', { count }), detail];
  const what = [words].flat().filter(Boolean).join(', ');
  if (at && Date.parse(at) <= now) return t('dashboard.attention.lapsed', { what });
  return (
    <Filled
      text={(places) =>
        t(kind === 'place_ending' ? 'dashboard.attention.ends' : 'dashboard.attention.lapse', {
          ...places,
          what,
          count,
        })
      }
      parts={{ time: at ? <CountdownText until={at} form="clock" label={title} /> : '–' }}
    />
  );
}
