import { Panel } from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { usePreferences, useSavePreferences } from '../account/preferences';

/** Choices of seconds between two push messages of a line. */
const choices = [10, 30, 60, 300, 900, 3600];
const DEFAULT_SECONDS = 60;

/** Chooses how often a message that changes is sent to the user's devices again. */
export function DigestPanel() {
  const t = useTexts();
  const { digest_seconds: seconds = DEFAULT_SECONDS } = usePreferences();
  const save = useSavePreferences();
  const label = (value: number) =>
    value < 60
      ? t('digest.seconds', { count: value })
      : t('digest.minutes', { count: Math.round(value / 60) });
  return (
    <Panel title={t('digest.title')} padded>
      <PlainSelect
        label={t('digest.label')}
        help={t('digest.help')}
        value={String(seconds)}
        options={[...new Set([...choices, seconds])].map((value) => ({
          value: String(value),
          label: label(value),
        }))}
        onChange={(value) =>
          save({ digest_seconds: Number(value) === DEFAULT_SECONDS ? null : Number(value) })
        }
      />
    </Panel>
  );
}
