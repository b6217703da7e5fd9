import type { ModuleReleaseDto, ModuleRollbackDto } from '@tessera/api';
import { formatCount } from '@tessera/ui';
import type { AdminTexts } from '../../texts';
import { formatLoadTime, formatShare } from './figures';

/** Why a release was rolled back: "Rolled back automatically: 6.2% of 420 loads failed, p95 3.1 s. The budget was 1%." */
export function describeRollback(
  t: AdminTexts,
  { reason, measured }: Pick<ModuleRollbackDto, 'reason' | 'measured'>,
): string {
  if (!measured || reason === 'request') return t('modules.reason.request');
  return t(`modules.reason.${reason}`, {
    rate: formatShare(measured.error_rate),
    loads: formatCount(measured.loads),
    time: formatLoadTime(measured.p95_ms),
    errorBudget: formatShare(measured.error_budget_percent / 100),
    loadBudget: formatLoadTime(measured.load_budget_ms),
  });
}

/** Why a release isn't or can't be used; null: nothing is known against it. */
export const releaseReason = (
  t: AdminTexts,
  { incompatible, rollback, state }: ModuleReleaseDto,
): string | null =>
  incompatible ?? (rollback && state === 'rolled_back' ? describeRollback(t, rollback) : null);

/** The same in a row, beside the state that says the rest. */
export function shortReason(t: AdminTexts, release: ModuleReleaseDto): string | null {
  const { incompatible, rollback, state } = release;
  const measured = rollback?.measured;
  if (incompatible !== null || state !== 'rolled_back' || !measured) return incompatible;
  return t('modules.figures', {
    rate: formatShare(measured.error_rate),
    time: formatLoadTime(measured.p95_ms),
  });
}
