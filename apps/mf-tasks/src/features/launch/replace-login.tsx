import type { PlanLine } from '@tessera/api';
import { VisuallyHidden } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

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
