import type { PlanLine, PlanReason } from '@tessera/api';
import { VisuallyHidden } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../texts';
import { en } from '../../texts/en';

/** The colour of a verdict's reasons. */
export const reasonColor = {
  ok: 'text.secondary',
  warn: 'status.ochre.text',
  blocked: 'status.cinnabar.text',
} as const;

/** A reason as localized text; the server's message for an unknown code. */
export const reasonText = (t: TasksTexts, { code, message, params }: PlanReason): string =>
  Object.hasOwn(en.launch.reasons, code) ? t(`launch.reasons.${code}`, params) : message;

/** The reasons of a line of the plan. */
export const lineReason = (t: TasksTexts, { reasons }: PlanLine): string =>
  reasons.length > 0 ? reasons.map((reason) => reasonText(t, reason)).join('. ') : t('launch.noProblems');

/** Goes back to choose another login for a blocked line. */
export function ReplaceLogin({ line, onReplace }: { line: PlanLine; onReplace: () => void }) {
  const t = useTexts();
  return (
    <Link component="button" type="button" onClick={onReplace} sx={{ whiteSpace: 'nowrap', fontWeight: 550 }}>
      {t('launch.replace')}
      <VisuallyHidden> {line.login_name}</VisuallyHidden>
    </Link>
  );
}
