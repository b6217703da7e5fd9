import { HiddenText } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import type { PlanLine } from '@tessera/api';
import { useTexts, type TasksTexts } from '../../texts';

/** The colour of a verdict's reasons. */
export const reasonTone = {
  ok: 'text.secondary',
  warn: 'status.ochre.text',
  blocked: 'status.cinnabar.text',
} as const;

/** Why a line of the plan is as it is, as the server says it. */
export const reasonOf = (t: TasksTexts, { reasons }: PlanLine): string =>
  reasons.length > 0 ? reasons.map(({ message }) => message).join('. ') : t('launch.clear');

/** Goes back to choose another login for a line that is blocked. */
export function ReplaceLogin({ line, onReplace }: { line: PlanLine; onReplace: () => void }) {
  const t = useTexts();
  return (
    <Link component="button" type="button" onClick={onReplace} sx={{ whiteSpace: 'nowrap', fontWeight: 550 }}>
      {t('launch.replace')}
      <HiddenText> {line.login_name}</HiddenText>
    </Link>
  );
}
