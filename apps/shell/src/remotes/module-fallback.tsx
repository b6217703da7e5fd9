import { useSession } from '@tessera/api';
import type { Failure, ModuleRelease } from '@tessera/federation';
import { Link as RouterLink, useLocation } from '@tessera/federation/router';
import {
  CountdownText,
  formatClock,
  formatCount,
  formatInstant,
  InterpolatedText,
  ModuleFailed,
  PageHeader,
  useLocale,
  useSeconds,
} from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { useDashboard } from '../features/dashboard/dashboard.api';
import { buildMenu, nobody } from '../navigation/menu';
import { pageTitle } from '../navigation/page-title';
import { useTexts } from '../texts';
import { moduleTitle } from './module-title';
import { useModules } from './modules';
import { RecoveryLink } from './recovery-link';

interface Props {
  release: ModuleRelease;
  failure: Failure;
  onRetry: () => void;
  retrying: boolean;
}

/** Replaces a module that failed to load: the reason, Retry, and links to pages that work. */
export function ModuleFallback({ release, failure, onRetry, retrying }: Props) {
  const t = useTexts();
  const { pathname } = useLocation();
  const locale = useLocale();
  const { releases } = useModules();
  const holder = useSession()?.user ?? nobody;
  const others = buildMenu(t, releases, holder).filter(
    (item) => item.release?.name !== release.name && !item.locked,
  );
  const title = moduleTitle(t, release);
  return (
    <>
      <PageHeader title={pageTitle(t, releases, pathname)} />
      <ModuleFailed
        module={title}
        version={release.version}
        channel={release.channel}
        cause={failure.reason}
        address={release.base_url}
        lastAttempt={`${formatInstant(failure.at, { ...locale, style: 'time-seconds' })}: ${failure.message}`}
        attempts={<Attempts failure={failure} retrying={retrying} />}
        onRetry={onRetry}
        stillWorking={others.slice(0, 3).map((item) => (
          <Link key={item.path} component={RouterLink} to={item.path}>
            {item.label}
          </Link>
        ))}
      >
        {t(`remotes.why.${failure.reason}`, { module: title })} <UnaffectedWork /> <RecoveryLink />
      </ModuleFailed>
    </>
  );
}

/** Reassures that tasks keep running, and shows how long held seats stay held. */
function UnaffectedWork() {
  const t = useTexts();
  const { data } = useDashboard();
  if (!data?.next_lapse_at) return t('remotes.unaffected');
  return (
    <InterpolatedText
      text={(values) => t('remotes.held', { ...values, count: data.held, seats: formatCount(data.held) })}
      elements={{ time: <CountdownText until={data.next_lapse_at} /> }}
    />
  );
}

function Attempts({ failure, retrying }: { failure: Failure; retrying: boolean }) {
  const t = useTexts();
  const seconds = useSeconds(Date.now);
  const times = t('remotes.tries', { count: failure.attempts });
  if (retrying) return `${times} ${t('remotes.again')}`;
  if (failure.nextTryAt === null) return times;
  const time = formatClock(Math.max(0, Math.floor(failure.nextTryAt / 1000) - seconds));
  return `${times} ${t('remotes.nextTry', { time })}`;
}
