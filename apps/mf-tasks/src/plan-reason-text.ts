import type { PlanLine, PlanReason } from '@tessera/api';
import { codeText } from '@tessera/product-ui';
import type { TasksTexts } from './texts';

/** The colour of a verdict's reasons. */
export const reasonColor = {
  ok: 'text.secondary',
  warn: 'status.ochre.text',
  blocked: 'status.cinnabar.text',
} as const;

/** A reason as localized text. */
export const reasonText = (reason: PlanReason): string => codeText('planReasons', reason, reason.params);

/** The reasons of a line of a plan. */
export const lineReason = (t: TasksTexts, { reasons }: Pick<PlanLine, 'reasons'>): string =>
  reasons.length > 0 ? reasons.map(reasonText).join('. ') : t('launch.noProblems');
