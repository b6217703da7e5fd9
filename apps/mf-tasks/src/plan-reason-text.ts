import type { PlanLine, PlanReason } from '@tessera/api';
import type { TasksTexts } from './texts';
import { en } from './texts/en';

/** The colour of a verdict's reasons. */
export const reasonColor = {
  ok: 'text.secondary',
  warn: 'status.ochre.text',
  blocked: 'status.cinnabar.text',
} as const;

/** A reason as localized text; the server's message for an unknown code. */
export const reasonText = (t: TasksTexts, { code, message, params }: PlanReason): string =>
  Object.hasOwn(en.launch.reasons, code) ? t(`launch.reasons.${code}`, params) : message;

/** The reasons of a line of a plan. */
export const lineReason = (t: TasksTexts, { reasons }: Pick<PlanLine, 'reasons'>): string =>
  reasons.length > 0 ? reasons.map((reason) => reasonText(t, reason)).join('. ') : t('launch.noProblems');
