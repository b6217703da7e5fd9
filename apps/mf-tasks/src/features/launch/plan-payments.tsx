import { HandCoins } from 'lucide-react';
import { getRehearsal, type PaymentForecastDto } from '@tessera/api';
import { useAction, useSnackbar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { forecastText } from '../../payers/forecast-text';
import { PaymentHelpList } from '../../payers/payment-help';
import { usePayerActions } from '../../payers/use-payer-actions';
import { useTexts } from '../../texts';

export interface PlanPaymentsProps {
  forecast: PaymentForecastDto;
  eventId: number;
  templateId: number | null;
  /** Seconds between two starts, as the plan has them. */
  launchDelay: number;
  /** Sets them, and plans again. */
  onLaunchDelay: (seconds: number) => void;
}

/** Whether the people who are on can pay what the launch and the event's other tasks bring, and what helps if they can't. */
export function PlanPayments(props: PlanPaymentsProps) {
  const { forecast, eventId, templateId, launchDelay, onLaunchDelay } = props;
  const t = useTexts();
  const { show } = useSnackbar();
  const { withUndo } = useAction();
  const { askOthers, spreadStarts, buyInstead } = usePayerActions(eventId);
  const spread = (seconds: number) => {
    onLaunchDelay(seconds);
    show(
      withUndo(t('onSale.payers.spread.planned', { seconds }), {
        restore: () => {
          onLaunchDelay(launchDelay);
          return Promise.resolve();
        },
        message: t('onSale.payers.spread.undone'),
      }),
    );
  };
  return (
    <Box
      component="section"
      aria-label={t('onSale.payers.title')}
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        gap: 1,
        typography: 'body2',
        ...(forecast.expire > 0
          ? { px: 1.5, py: 1, borderRadius: '6px', bgcolor: 'status.ochre.tint', color: 'status.ochre.text' }
          : {}),
      }}
    >
      <HandCoins
        size={16}
        strokeWidth={1.75}
        aria-hidden
        style={{ flex: 'none', alignSelf: 'flex-start', marginTop: 2 }}
      />
      <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, flex: 1 }}>
        <span role="status">{forecastText(t, forecast)}</span>
        {forecast.help.length > 0 ? (
          <PaymentHelpList
            help={forecast.help}
            onAsk={getRehearsal() === null ? () => void askOthers() : undefined}
            onSpread={(help) => {
              if (help.job_id !== null) void spreadStarts(help);
              else if (help.seconds !== null) spread(help.seconds);
            }}
            onBuy={(help) => void buyInstead(help)}
            templatePath={templateId === null ? undefined : `/templates?open=${templateId}`}
          />
        ) : null}
      </Box>
    </Box>
  );
}
