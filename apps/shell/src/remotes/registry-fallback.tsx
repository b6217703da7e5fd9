import { useSession } from '@tessera/api';
import { Link as RouterLink, useLocation } from '@tessera/federation/router';
import { formatClock, formatInstant, ModuleFailed, PageHeader, useLocale, useSeconds } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { buildMenu } from '../navigation/menu';
import { pageTitle } from '../navigation/page-title';
import { useTexts } from '../texts';
import { retryMs } from './module-list';
import { type Modules, useModules } from './modules';

/** Replaces a page that some module may have, while the list of modules can't be had or is empty. */
export function RegistryFallback() {
  const t = useTexts();
  const { pathname } = useLocation();
  const locale = useLocale();
  const modules = useModules();
  const { problem, releases, retry } = modules;
  const permissions = useSession()?.user.permissions ?? [];
  const others = buildMenu(t, releases, permissions).filter(({ locked }) => !locked);
  return (
    <>
      <PageHeader title={pageTitle(t, releases, pathname)} />
      <ModuleFailed
        cause="REGISTRY"
        address="/api/modules"
        lastAttempt={
          problem
            ? `${formatInstant(problem.at, { ...locale, style: 'time-seconds' })}: ${problem.message}`
            : undefined
        }
        attempts={<NextAttempt modules={modules} />}
        onRetry={retry}
        stillWorking={others.slice(0, 3).map((item) => (
          <Link key={item.path} component={RouterLink} to={item.path}>
            {item.label}
          </Link>
        ))}
      >
        {t(problem ? 'remotes.why.REGISTRY' : 'remotes.registry.empty')} {t('remotes.unaffected')}
      </ModuleFailed>
    </>
  );
}

function NextAttempt({ modules: { problem, isFetching } }: { modules: Modules }) {
  const t = useTexts();
  const seconds = useSeconds(Date.now);
  if (isFetching) return t('remotes.again');
  if (!problem) return null;
  const time = formatClock(Math.max(0, Math.floor((problem.at + retryMs) / 1000) - seconds));
  return t('remotes.nextTry', { time });
}
