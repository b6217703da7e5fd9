import type { PaymentHelp } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { Box, Button } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../../texts';

export interface PaymentHelpListProps {
  help: readonly PaymentHelp[];
  /** Asks the others to pay; undefined: nobody is left to ask, or the user may not. */
  onAsk?: (() => void) | undefined;
  /** Spreads starts; undefined without permission. */
  onSpread?: ((help: PaymentHelp) => void) | undefined;
  /** The page where the mode of what is planned can be changed; undefined without permission. */
  buyPath: (help: PaymentHelp) => string | undefined;
}

/** What brings the baskets that expire to none, or to the least, each with its button. */
export function PaymentHelpList({ help, onAsk, onSpread, buyPath }: PaymentHelpListProps) {
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
        columnGap: 3,
        rowGap: 0.5,
        '& > li': {
          display: 'flex',
          alignItems: 'center',
          columnGap: 1,
          minWidth: 0,
          // On a phone the buttons are below each other, at the right.
          flex: { xs: '1 1 100%', sm: '0 1 auto' },
          '& > span': { flex: { xs: 1, sm: 'none' }, minWidth: 0, overflowWrap: 'anywhere' },
          '& > button, & > a': { flex: 'none', minHeight: { xs: 40, sm: 30 } },
        },
      }}
    >
      {help.map((one) => (
        <li key={one.kind}>
          <span>{helpText(t, one)}</span>
          <HelpButton help={one} onAsk={onAsk} onSpread={onSpread} buyPath={buyPath} />
        </li>
      ))}
    </Box>
  );
}

function HelpButton({
  help,
  onAsk,
  onSpread,
  buyPath,
}: Omit<PaymentHelpListProps, 'help'> & { help: PaymentHelp }) {
  const t = useTexts();
  if (help.kind === 'payers')
    return onAsk ? <Button onClick={onAsk}>{t('onSale.payers.askOthers')}</Button> : null;
  if (help.kind === 'spread')
    return onSpread ? (
      <Button onClick={() => onSpread(help)}>{t('onSale.payers.spread.confirm')}</Button>
    ) : null;
  const to = buyPath(help);
  return to === undefined ? null : (
    <Button component={Link} to={to}>
      {t(help.job_id === null ? 'onSale.payers.buy.template' : 'onSale.payers.buy.open')}
    </Button>
  );
}

/** What helps, without its button. */
export function helpText(t: TasksTexts, help: PaymentHelp): string {
  const { kind, count, seconds, job_name: job, tasks, levels } = help;
  switch (kind) {
    case 'payers':
      return t('onSale.payers.more', { count: count ?? 0 });
    case 'spread':
      return job === null
        ? t('onSale.payers.spread.title', { seconds: seconds ?? 0 })
        : t('onSale.payers.spread.ofJob', { job, seconds: seconds ?? 0 });
    case 'buy': {
      const what = [t('words.taskCount', { count: tasks ?? 0 }), (levels ?? []).join(', ')];
      const details = what.filter(Boolean).join(', ');
      return job === null ? t('onSale.payers.buy.plan') : t('onSale.payers.buy.job', { job, details });
    }
  }
}
