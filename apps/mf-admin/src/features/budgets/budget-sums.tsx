import type { BudgetDto } from '@tessera/api';
import { sumAmounts } from '@tessera/domain';
import { BudgetBar } from '@tessera/product-ui/budgets';
import { Money } from '@tessera/ui';
import { Box, Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

const kinds = ['month', 'event', 'job'] as const;

/** The budgets of each kind together, by currency: no kind is added to another, since their seats are the same. */
export function BudgetSums({ budgets }: { budgets: readonly BudgetDto[] }) {
  const t = useTexts();
  const groups = kinds.flatMap((kind) => {
    const ofKind = budgets.filter((budget) => budget.kind === kind);
    return [...Map.groupBy(ofKind, ({ currency }) => currency)].map(([currency, rows]) => ({
      kind,
      currency,
      amount: sumAmounts(rows.map(({ amount }) => amount)),
      spent: sumAmounts(rows.map(({ spent }) => spent)),
      reserved: sumAmounts(rows.map(({ reserved }) => reserved)),
    }));
  });
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 320px))',
        gap: 2,
        px: { xs: 2, sm: 3 },
        pt: 2,
        pb: 1,
      }}
    >
      {groups.map(({ kind, ...sum }) => {
        const label = t(`budgets.sums.${kind}`);
        return (
          <Box key={`${kind} ${sum.currency}`} role="group" aria-label={`${label}, ${sum.currency}`}>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
              {label}: <Money amount={sum.amount} currency={sum.currency} />
            </Typography>
            <BudgetBar {...sum} label={label} />
          </Box>
        );
      })}
    </Box>
  );
}
