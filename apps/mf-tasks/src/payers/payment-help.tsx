import { AlignHorizontalSpaceAround, CreditCard, type LucideIcon, UserPlus } from 'lucide-react';
import type { PaymentHelp } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { Box, Button } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../texts';

export interface PaymentHelpListProps {
  help: readonly PaymentHelp[];
  /** Asks the others to pay; undefined: nobody is to be asked. */
  onAsk?: (() => void) | undefined;
  /** Spreads starts; undefined without permission. */
  onSpread?: ((help: PaymentHelp) => void) | undefined;
  /** Has a job's tasks buy instead of hold; undefined without permission. */
  onBuy?: ((help: PaymentHelp) => void) | undefined;
  /** The page of the template, where the mode of a planned launch is changed. */
  templatePath?: string | undefined;
}

const icons: Record<PaymentHelp['kind'], LucideIcon> = {
  payers: UserPlus,
  spread: AlignHorizontalSpaceAround,
  buy: CreditCard,
};

/** What brings the baskets that expire to none, or to the least, each as a button where the user may do it. */
export function PaymentHelpList({ help, ...actions }: PaymentHelpListProps) {
  const t = useTexts();
  return (
    <Box
      component="ul"
      aria-label={t('onSale.payers.helps')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& > li': {
          display: 'flex',
          alignItems: 'center',
          minWidth: 0,
          flex: { xs: '1 1 100%', sm: 'none' },
        },
        // On a phone the buttons are below each other, as wide as the panel.
        '& .MuiButton-root': {
          flex: 1,
          justifyContent: 'flex-start',
          textAlign: 'left',
          lineHeight: 1.3,
          minHeight: { xs: 44, sm: 30 },
          whiteSpace: 'normal',
          overflowWrap: 'anywhere',
        },
      }}
    >
      {help.map((one) => {
        const text = helpText(t, one);
        const Icon = icons[one.kind];
        const icon = <Icon size={16} strokeWidth={1.75} aria-hidden />;
        const to = one.kind === 'buy' && one.job_id === null ? actions.templatePath : undefined;
        const run = runOf(one, actions);
        return (
          <li key={one.kind}>
            {to !== undefined ? (
              <Button component={Link} to={to} startIcon={icon}>
                {text}
              </Button>
            ) : run ? (
              <Button onClick={run} startIcon={icon}>
                {text}
              </Button>
            ) : (
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mr: 1.5 }}>
                {icon}
                {text}
              </Box>
            )}
          </li>
        );
      })}
    </Box>
  );
}

function runOf(
  help: PaymentHelp,
  { onAsk, onSpread, onBuy }: Omit<PaymentHelpListProps, 'help'>,
): (() => void) | undefined {
  if (help.kind === 'payers') return onAsk;
  if (help.kind === 'spread') return onSpread && (() => onSpread(help));
  return help.job_id === null ? undefined : onBuy && (() => onBuy(help));
}

function helpText(
  t: TasksTexts,
  { kind, count, seconds, job_name: job, tasks, levels }: PaymentHelp,
): string {
  const by = { seconds: seconds ?? 0 };
  switch (kind) {
    case 'payers':
      return t('onSale.payers.more', { count: count ?? 0 });
    case 'spread':
      return job === null
        ? t('onSale.payers.spread.title', by)
        : t('onSale.payers.spread.ofJob', { job, ...by });
    case 'buy': {
      const what = [t('words.taskCount', { count: tasks ?? 0 }), (levels ?? []).join(', ')];
      const details = what.filter(Boolean).join(', ');
      return job === null ? t('onSale.payers.buy.plan') : t('onSale.payers.buy.job', { job, details });
    }
  }
}
