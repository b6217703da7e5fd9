import type { LimitUse } from '@tessera/api';
import { formatCount, TileBar, type TileTone } from '@tessera/ui';
import { styled } from '@mui/material';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 4,
  '& .words': { ...typography.body2, display: 'flex', justifyContent: 'space-between' },
  '& b': { fontWeight: 600, color: vars.palette.text.primary },
}));

/** How full a limit is: plain, ochre from nine tenths on. */
export const limitTone = ({ used, max }: LimitUse): TileTone =>
  max > 0 && used >= max * 0.9 ? 'ochre' : 'plain';

/** What a screen reader hears of a limit. */
export const limitWords = (label: string, { used, max }: LimitUse): string =>
  max === 0 ? `${label}: none allowed` : `${label}: ${formatCount(used)} of ${formatCount(max)} used`;

/** A limit of the realm and how much of it is used; a maximum of 0 means none (contract section 3). */
export function LimitBar({ label, use }: { label: string; use: LimitUse }) {
  return (
    <Root>
      <span className="words">
        <span>{label}</span>
        <span>
          {use.max === 0 ? (
            'none allowed'
          ) : (
            <>
              <b>{formatCount(use.used)}</b> of {formatCount(use.max)}
            </>
          )}
        </span>
      </span>
      <TileBar
        fill
        size="tile"
        label={limitWords(label, use)}
        parts={[{ value: Math.min(use.used, use.max), tone: limitTone(use), label: 'used' }]}
        whole={use.max}
      />
    </Root>
  );
}
