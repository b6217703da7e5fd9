import { useSession } from '@tessera/api';
import type { Failure, FailureCause, ModuleRelease } from '@tessera/federation';
import { formatClock, formatInstant, ModuleFailed, PageHeader, useLocale, useSeconds } from '@tessera/ui';
import { Link } from '@mui/material';
import { Link as RouterLink, useLocation } from 'react-router';
import { menuOf } from '../navigation/menu';
import { pageTitle } from '../navigation/page-title';
import { useModules } from './modules';

const whatHappened: Record<FailureCause, string> = {
  TIMEOUT: 'did not answer in time.',
  NETWORK: 'could not be reached.',
  INTEGRITY_MISMATCH: 'arrived, but its content does not match its published fingerprint, so it was not run.',
  CRASHED: 'ran into an error and was stopped.',
};

interface Props {
  release: ModuleRelease;
  failure: Failure;
  onRetry: () => void;
  retrying: boolean;
}

/** In the place of a module that isn't running: what happened, Retry, and where else to go. */
export function ModuleFallback({ release, failure, onRetry, retrying }: Props) {
  const { pathname } = useLocation();
  const locale = useLocale();
  const { data: releases = [] } = useModules();
  const held = useSession()?.user.permissions ?? [];
  const others = menuOf(releases, held).filter((item) => item.release?.name !== release.name && !item.locked);
  return (
    <>
      <PageHeader title={pageTitle(releases, pathname)} />
      <ModuleFailed
        module={release.title}
        version={release.version}
        channel={release.channel}
        cause={failure.reason}
        address={release.manifest_url}
        lastTry={`${formatInstant(failure.at, { ...locale, style: 'time-seconds' })}: ${failure.message}`}
        tries={<Tries failure={failure} retrying={retrying} />}
        onRetry={onRetry}
        stillWorking={others.slice(0, 3).map((item) => (
          <Link key={item.path} component={RouterLink} to={item.path}>
            {item.label}
          </Link>
        ))}
      >
        The {release.title} module {whatHappened[failure.reason]} Nothing you had running has stopped: tasks
        go on, and held seats stay held until they lapse.
      </ModuleFailed>
    </>
  );
}

function Tries({ failure, retrying }: { failure: Failure; retrying: boolean }) {
  const seconds = useSeconds(Date.now);
  const times = failure.attempts === 1 ? 'Tried once.' : `Tried ${failure.attempts} times.`;
  if (retrying) return `${times} Trying again…`;
  if (failure.nextTryAt === null) return times;
  return `${times} Next try by itself in ${formatClock(Math.max(0, Math.floor(failure.nextTryAt / 1000) - seconds))}.`;
}
