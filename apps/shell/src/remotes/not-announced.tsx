import { useSession } from '@tessera/api';
import { manifestFile } from '@tessera/domain/module-release';
import type { ModuleRelease } from '@tessera/federation';
import { Link as RouterLink, matchPath, useLocation } from '@tessera/federation/router';
import { formatClock, formatInstant, ModuleFailed, PageHeader, useLocale, useSeconds } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { buildMenu, nobody } from '../navigation/menu';
import { pageTitle } from '../navigation/page-title';
import { useTexts } from '../texts';
import type { Announcement } from './announcement';
import { localProblemOf } from './local-modules';
import { retryMs } from './module-list';
import { moduleTitle } from './module-title';
import { type Modules, useModules } from './modules';
import { RecoveryLink } from './recovery-link';

/** A module that has a page at a path, but isn't announced. */
type UnavailableModule = Announcement['disabled'][number] & { cause: 'DISABLED' | 'INCOMPATIBLE' };

/** Finds the module that would have the page at a path. */
export function findUnavailable(
  announcement: Announcement | null,
  pathname: string,
): UnavailableModule | null {
  if (!announcement) return null;
  const all = [
    ...announcement.disabled.map((module) => ({ ...module, cause: 'DISABLED' as const })),
    ...announcement.incompatible.map((module) => ({ ...module, cause: 'INCOMPATIBLE' as const })),
  ];
  return all.find(({ paths }) => paths.some((path) => matchPath(path, pathname))) ?? null;
}

/** Replaces the page of a module that is switched off or doesn't fit this version of the console. */
export function UnavailablePage({ module }: { module: UnavailableModule }) {
  const t = useTexts();
  const title = moduleTitle(t, module);
  return (
    <Fallback
      module={title}
      version={module.version}
      cause={module.cause === 'DISABLED' ? module.cause : `${module.cause}: ${module.reason}`}
    >
      {t(`remotes.why.${module.cause}`, { module: title })}
    </Fallback>
  );
}

/** Replaces a page that some module may have, while the list of modules can't be had or is empty. */
export function RegistryFallback() {
  const t = useTexts();
  const locale = useLocale();
  const { problem } = useModules();
  const lastAttempt =
    problem && `${formatInstant(problem.at, { ...locale, style: 'time-seconds' })}: ${problem.message}`;
  return (
    <Fallback cause="REGISTRY" address="/api/modules" lastAttempt={lastAttempt ?? undefined}>
      {t(problem ? 'remotes.why.REGISTRY' : 'remotes.registry.empty')}
    </Fallback>
  );
}

/** Replaces a page that a module from this computer may have, while its development server doesn't serve it. */
export function SilentLocalModule({ release }: { release: ModuleRelease }) {
  const t = useTexts();
  const title = moduleTitle(t, release);
  const problem = localProblemOf(release);
  return (
    <Fallback
      module={title}
      channel={release.channel}
      cause={problem?.kind === 'misnamed' ? 'MISNAMED' : 'NETWORK'}
      address={`${release.base_url}${manifestFile}`}
    >
      {problem?.kind === 'misnamed'
        ? t('remotes.why.MISNAMED', { name: release.name, served: problem.served })
        : t('remotes.why.NETWORK', { module: title })}
    </Fallback>
  );
}

type FallbackProps = Pick<
  Parameters<typeof ModuleFailed>[0],
  'module' | 'version' | 'channel' | 'cause' | 'address' | 'lastAttempt' | 'children'
>;

function Fallback({ children, ...facts }: FallbackProps) {
  const t = useTexts();
  const { pathname } = useLocation();
  const modules = useModules();
  const holder = useSession()?.user ?? nobody;
  const others = buildMenu(t, modules.releases, holder).filter(({ locked }) => !locked);
  return (
    <>
      <PageHeader title={pageTitle(t, modules.releases, pathname)} />
      <ModuleFailed
        {...facts}
        attempts={<NextAttempt modules={modules} />}
        onRetry={modules.retry}
        stillWorking={others.slice(0, 3).map((item) => (
          <Link key={item.path} component={RouterLink} to={item.path}>
            {item.label}
          </Link>
        ))}
      >
        {children} {t('remotes.unaffected')} <RecoveryLink />
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
