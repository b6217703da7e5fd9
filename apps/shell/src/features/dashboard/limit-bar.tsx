import type { LimitUse } from '@tessera/api';
import { formatCount, InterpolatedText, TileBar, type TileTone } from '@tessera/ui';
import { styled } from '@tessera/ui/mui';
import { type ShellTexts, useTexts } from '../../texts';
import { isNearLimit } from './limits';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 4,
  '& .words': { ...typography.body2, display: 'flex', justifyContent: 'space-between' },
  '& b': { fontWeight: 600, color: vars.palette.text.primary },
}));

/** The tone of a limit's bar: plain, ochre from 90 % on. */
export const limitTone = (use: LimitUse): TileTone => (isNearLimit(use) ? 'ochre' : 'plain');

/** A limit as text for screen readers. */
export const limitText = (t: ShellTexts, label: string, { used, max }: LimitUse): string =>
  max === 0
    ? t('dashboard.limits.wordsNone', { label })
    : t('dashboard.limits.words', { label, used: formatCount(used), max: formatCount(max) });

/** A limit of the realm and how much of it is used; a maximum of 0 allows none. */
export function LimitBar({ label, use }: { label: string; use: LimitUse }) {
  const t = useTexts();
  return (
    <Root>
      <span className="words">
        <span>{label}</span>
        <span>
          {use.max === 0 ? (
            t('dashboard.limits.none')
          ) : (
            <InterpolatedText
              text={(values) => t('dashboard.limits.use', { ...values, max: formatCount(use.max) })}
              elements={{ used: <b>{formatCount(use.used)}</b> }}
            />
          )}
        </span>
      </span>
      <TileBar
        fill
        size="tile"
        label={limitText(t, label, use)}
        parts={[
          { value: Math.min(use.used, use.max), tone: limitTone(use), label: t('dashboard.limits.used') },
        ]}
        total={use.max}
      />
    </Root>
  );
}
