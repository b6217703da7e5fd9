import type { ReactNode } from 'react';
import { CountdownText, MoneyTotals, totalsByCurrency } from '@tessera/ui';
import { Box, FormControlLabel, Switch, Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { CartGroup } from './groups';

export interface CartSummaryProps {
  groups: readonly CartGroup[];
  showExpired: boolean;
  onShowExpired: (on: boolean) => void;
  now: () => number;
}

/** Held seats without lapsed ones: their number, totals per currency, and when the next hold lapses. */
export function CartSummary({ groups, showExpired, onShowExpired, now }: CartSummaryProps) {
  const t = useTexts();
  const live = groups.filter((group) => !group.isLapsed);
  const held = live.flatMap((group) => group.tickets);
  const next = live[0]?.expiresAt;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: { xs: 2.5, sm: 4.5 },
        rowGap: 1,
        px: { xs: 2, sm: 3 },
        pt: 2,
        pb: 1,
      }}
    >
      <Fact label={t('cart.held')}>{held.length}</Fact>
      <Fact label={t('cart.totals')}>
        <MoneyTotals totals={totalsByCurrency(held)} />
      </Fact>
      <Fact label={t('cart.next')}>{next ? <CountdownText until={next} now={now} /> : '–'}</Fact>
      <FormControlLabel
        sx={{ ml: { xs: 0, sm: 'auto' }, mr: 0, gap: 1 }}
        control={<Switch checked={showExpired} onChange={(_event, on) => onShowExpired(on)} />}
        label={<Typography variant="body2">{t('cart.showExpired')}</Typography>}
      />
    </Box>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box role="group" aria-label={label}>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Typography component="p" variant="h2">
      {children}
    </Typography>
  </Box>
);
