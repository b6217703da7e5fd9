import { Box } from '@mui/material';
import { sumAmounts } from '@tessera/domain';
import { formatMoney, TileBar, type TileTone, useLocale } from '@tessera/ui';
import { useBudgetTexts } from './texts';

export interface BudgetBarProps {
  amount: number;
  currency: string;
  spent: number;
  reserved: number;
  /** What the bar is of: "Budget of October". */
  label?: string;
}

/** From this share on, a budget is marked. */
const NEARLY_USED = 0.8;

/** A budget as a bar of what is spent, reserved and free, with the amounts; marked from 80 % on. */
export function BudgetBar({ amount, currency, spent, reserved, label }: BudgetBarProps) {
  const t = useBudgetTexts();
  const { locale } = useLocale();
  const money = (value: number) => formatMoney(value, currency, { locale });
  const used = sumAmounts([spent, reserved]);
  const free = sumAmounts([amount, -used]);
  const share = amount > 0 ? used / amount : 1;
  const isFull = share >= 1;
  const isMarked = share >= NEARLY_USED;
  const paidTone: TileTone = isFull ? 'failed' : 'bought';
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(share * 100) / 100);
  const mark = free < 0 ? t('over', { amount: money(-free) }) : isFull ? t('usedUp') : t('used', { percent });
  const figures = [
    t('spent', { amount: money(spent) }),
    t('reserved', { amount: money(reserved) }),
    t('free', { amount: money(Math.max(0, free)) }),
  ].join(' · ');
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <TileBar
        fill
        size="tile"
        tiles={24}
        // Shares, since the tiles of a small whole are its items.
        total={1_000}
        label={[label, figures, isMarked && mark].filter(Boolean).join(': ')}
        parts={[
          { value: shareOf(spent, Math.max(amount, used)), tone: paidTone },
          { value: shareOf(reserved, Math.max(amount, used)), tone: 'carted' },
        ]}
      />
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{figures}</Box>
      {isMarked ? (
        <Box
          role="status"
          sx={{
            typography: 'caption',
            color: isFull ? 'status.cinnabar.text' : 'status.ochre.text',
            fontWeight: 550,
          }}
        >
          {mark}
        </Box>
      ) : null}
    </Box>
  );
}

const shareOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 1_000) : 0);
