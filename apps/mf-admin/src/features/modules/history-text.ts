import type { AuditDto, ModuleReleaseDto, ModuleRollbackDto } from '@tessera/api';
import type { AdminTexts } from '../../texts';
import type { Population } from './audience';
import { formatLoadTime, formatShare } from './figures';
import { describeRollback } from './release-reason';

export type HistoryKind = 'stable' | 'rollback' | 'canary' | 'switch' | 'other';

interface Change {
  kind: HistoryKind;
  lines: string[];
}

/** The columns of a module that an entry of the audit log may have; only those that differ. */
interface Recorded {
  stable_version?: string | null;
  /** Where there is no version beside it: of releases that the installation ships. */
  stable_release_id?: number | null;
  published_release_id?: number | null;
  /** What administrators get. */
  approved_release_id?: number | null;
  administrators_decide?: boolean;
  canaries?: RecordedCanary[];
  enabled?: boolean;
  automatic_rollback?: boolean;
  error_budget_percent?: number;
  load_budget_ms?: number;
  rollback?: Pick<ModuleRollbackDto, 'reason' | 'measured'> | null;
  /** The version of a release that was published. */
  release?: string;
}

interface RecordedCanary {
  version: string;
  realm_id: number | null;
  percent: number | null;
}

/** Describes an entry of the audit log: "Stable: 1.9.0 → 1.10.0", "Canary 1.10.0 started: 10% of users". */
export function describeChange(
  t: AdminTexts,
  { action, before, after }: AuditDto,
  releases: readonly ModuleReleaseDto[],
  population: Population | undefined,
): Change {
  const was = withVersions(before ?? {}, releases);
  const is = withVersions(after ?? {}, releases);
  const changes = [
    ...(is.release === undefined
      ? []
      : [{ kind: 'other' as const, lines: [t('modules.history.published', { version: is.release })] }]),
    ...describeStable(t, was, is),
    ...describeCanaries(t, was, is, population),
    ...describeApproval(t, is, releases),
    ...describeSettings(t, is),
  ];
  const [first] = changes;
  if (!first) return { kind: 'other', lines: [action] };
  return {
    kind: action === 'module.roll_back' ? 'rollback' : first.kind,
    lines: [
      ...changes.flatMap(({ lines }) => lines),
      ...(is.rollback?.measured ? [describeRollback(t, is.rollback)] : []),
    ],
  };
}

/** Adds the versions of releases that are recorded by id alone. */
function withVersions(recorded: Recorded, releases: readonly ModuleReleaseDto[]): Recorded {
  const { stable_release_id, published_release_id } = recorded;
  const find = (id: number) => releases.find((release) => release.id === id)?.version ?? `#${id}`;
  return {
    stable_version: stable_release_id == null ? undefined : find(stable_release_id),
    release: published_release_id == null ? undefined : find(published_release_id),
    ...recorded,
  };
}

function describeStable(t: AdminTexts, was: Recorded, is: Recorded): Change[] {
  if (is.stable_version === undefined || (is.stable_version === null && !was.stable_version)) return [];
  const nothing = t('modules.assignments.nothing');
  const versions = { from: was.stable_version ?? nothing, to: is.stable_version ?? nothing };
  const isRollback = Boolean(is.rollback);
  return [
    {
      kind: isRollback ? 'rollback' : 'stable',
      lines: [t(isRollback ? 'modules.history.rollback' : 'modules.history.stable', versions)],
    },
  ];
}

/** What administrators get, where it changed apart from the stable release. */
function describeApproval(t: AdminTexts, is: Recorded, releases: readonly ModuleReleaseDto[]): Change[] {
  const { approved_release_id: id, stable_version } = is;
  if (id == null || stable_version !== undefined) return [];
  const version = releases.find((release) => release.id === id)?.version ?? `#${id}`;
  return [{ kind: 'stable', lines: [t('modules.history.approved', { version })] }];
}

function describeCanaries(
  t: AdminTexts,
  was: Recorded,
  is: Recorded,
  population: Population | undefined,
): Change[] {
  if (!is.canaries) return [];
  const before = was.canaries ?? [];
  const describe = ({ version, realm_id, percent }: RecordedCanary) => ({
    version,
    target:
      realm_id === null
        ? t('modules.history.percent', { percent: formatShare((percent ?? 0) / 100) })
        : (population?.realms.find(({ id }) => id === realm_id)?.name ?? `#${realm_id}`),
  });
  const keyOf = ({ version, realm_id, percent }: RecordedCanary) =>
    `${version} ${String(realm_id)} ${String(percent)}`;
  const after = is.canaries;
  const started = after.filter((one) => before.every((other) => keyOf(other) !== keyOf(one)));
  const ended = before.filter((one) => after.every((other) => other.realm_id !== one.realm_id));
  const lines = [
    ...started.map((canary) => t('modules.history.canary', describe(canary))),
    ...ended.map((canary) => t('modules.history.canaryEnded', describe(canary))),
  ];
  return lines.length > 0 ? [{ kind: 'canary', lines }] : [];
}

function describeSettings(t: AdminTexts, is: Recorded): Change[] {
  const { administrators_decide, enabled, automatic_rollback, error_budget_percent, load_budget_ms } = is;
  const settings = [
    ...(administrators_decide === undefined
      ? []
      : [t(administrators_decide ? 'modules.history.decisionOn' : 'modules.history.decisionOff')]),
    ...(automatic_rollback === undefined
      ? []
      : [t(automatic_rollback ? 'modules.history.automaticOn' : 'modules.history.automaticOff')]),
    ...(error_budget_percent === undefined
      ? []
      : [t('modules.history.errorBudget', { value: formatShare(error_budget_percent / 100) })]),
    ...(load_budget_ms === undefined
      ? []
      : [t('modules.history.loadBudget', { value: formatLoadTime(load_budget_ms) })]),
  ];
  return [
    ...(enabled === undefined
      ? []
      : [{ kind: 'switch' as const, lines: [t(enabled ? 'modules.history.on' : 'modules.history.off')] }]),
    ...(settings.length > 0 ? [{ kind: 'other' as const, lines: settings }] : []),
  ];
}
