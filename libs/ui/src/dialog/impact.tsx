import { Box, styled } from '@mui/material';
import { formatCount } from '../display/money';
import { text, useTexts } from '../texts';

/** An effect of an action: "3 | lose their position in the waiting room". */
export interface Consequence {
  /** The number of affected rows, where there is one. */
  count?: number;
  /** Continues the sentence after the count. */
  text: string;
  /** Names the rows. */
  detail?: string;
}

/** The rows that an action skips for one reason: "44 | can't be paused now". */
export interface Skipped {
  count: number;
  /** Continues the sentence after the count. */
  text: string;
}

const total = (skipped: readonly Skipped[]): number => skipped.reduce((sum, { count }) => sum + count, 0);

/** Formats skipped rows: "Skipped 45: 44 can't be paused now, 1 is already paused"; empty when there are none. */
export const skippedText = (skipped: readonly Skipped[]): string =>
  skipped.length === 0
    ? ''
    : text('dialogs.impact.skippedBecause', {
        number: formatCount(total(skipped)),
        reasons: skipped.map((reason) => `${formatCount(reason.count)} ${reason.text}`).join(', '),
      });

const List = styled('ul')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 10,
  rowGap: 6,
  '& li': { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' },
  '& .count': { textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& .text': { gridColumn: 2, overflowWrap: 'anywhere' },
  '& .text.alone': { gridColumn: '1 / -1' },
  '& .detail': { gridColumn: 2, overflowWrap: 'anywhere', color: vars.palette.text.secondary },
}));

function Line({ count, text: words, detail }: Consequence) {
  return (
    <li>
      {count === undefined ? null : <span className="count">{formatCount(count)}</span>}
      <span className={count === undefined ? 'text alone' : 'text'}>{words}</span>
      {detail ? <span className="detail">{detail}</span> : null}
    </li>
  );
}

export interface ImpactProps {
  consequences: readonly Consequence[];
  skipped: readonly Skipped[];
}

/** Lists an action's effects and the rows it skips, each with its count. */
export function Impact({ consequences, skipped }: ImpactProps) {
  const t = useTexts();
  return (
    <>
      {consequences.length > 0 ? (
        <Box sx={{ bgcolor: 'status.ochre.tint', color: 'text.primary', borderRadius: 2, px: 1.5, py: 1.25 }}>
          <List>
            {/* Two lines may read alike: two canaries whose users all get one version. */}
            {consequences.map((consequence, i) => (
              <Line key={i} {...consequence} />
            ))}
          </List>
        </Box>
      ) : null}
      {skipped.length > 0 ? (
        <Box sx={{ px: 1.5 }}>
          <Box sx={{ typography: 'caption', fontWeight: 600, mb: 0.5, color: 'text.secondary' }}>
            {t('dialogs.impact.skipped', { number: formatCount(total(skipped)) })}
          </Box>
          <List>
            {skipped.map((reason) => (
              <Line key={reason.text} {...reason} />
            ))}
          </List>
        </Box>
      ) : null}
    </>
  );
}
