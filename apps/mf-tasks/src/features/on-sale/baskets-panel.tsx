import { memo } from 'react';
import { type OnSaleBaskets, useLiveFigures } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { CountdownText, Money } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { CountdownTiles, ExpiryPlot } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { RoomPanel, Small } from './room-panel';

export interface BasketsPanelProps {
  eventId: number;
  baskets: OnSaleBaskets;
  /** Where baskets are paid. */
  payPath: string;
  /** Seats held at the replayed moment; null while live. */
  heldThen: number | null;
}

/** The time that all ten tiles of a countdown represent, in seconds. */
const WHOLE = 600;

/** The baskets to pay, the next to lapse first. */
export const BasketsPanel = memo(function BasketsPanel(props: BasketsPanelProps) {
  const { eventId, baskets, payPath, heldThen } = props;
  const t = useTexts();
  const { count, next } = baskets;
  return (
    <RoomPanel
      number={2}
      area="baskets"
      title={t('onSale.baskets')}
      meta={heldThen === null && count > 0 ? t('onSale.basketCount', { count }) : null}
      actions={
        heldThen === null && count > 0 ? (
          <Button variant="contained" component={Link} to={payPath} state={{ pay: 'next' }}>
            {t('onSale.payNext')}
          </Button>
        ) : null
      }
    >
      {heldThen !== null ? (
        <Small>{t('onSale.heldThen', { count: heldThen })}</Small>
      ) : count === 0 ? (
        <Small role="status">{t('onSale.noBaskets')}</Small>
      ) : (
        <>
          <Expiries eventId={eventId} />
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {next.map((basket) => (
              <Basket key={`${basket.task_id} ${basket.login_id}`} basket={basket} payPath={payPath} />
            ))}
            {count > next.length ? (
              <Small as="li" sx={{ pt: 1 }}>
                {t('onSale.moreBaskets', { count: count - next.length })}
              </Small>
            ) : null}
          </Box>
        </>
      )}
    </RoomPanel>
  );
});

/** What of the event is lost when, unless somebody pays it. */
function Expiries({ eventId }: { eventId: number }) {
  const steps = useLiveFigures().data?.expiries ?? [];
  return <ExpiryPlot steps={steps.filter(({ event_id }) => event_id === eventId)} height={104} />;
}

function Basket({ basket, payPath }: { basket: OnSaleBaskets['next'][number]; payPath: string }) {
  const t = useTexts();
  const seats = t('words.seatCount', { count: basket.seats });
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto auto',
        alignItems: 'center',
        columnGap: 2,
        py: 0.75,
        minHeight: 52,
        borderTop: 1,
        borderColor: 'line.subtle',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box
          sx={{
            fontSize: 'clamp(14px, 1vw, 19px)',
            fontWeight: 550,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
          title={basket.login_name}
        >
          {basket.login_name}
        </Box>
        <Box
          sx={{
            typography: 'caption',
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {seats}
          {basket.area ? ` · ${basket.area}` : ''}
          {basket.total === null ? null : (
            <>
              {' · '}
              <Money amount={basket.total} currency={basket.currency} />
            </>
          )}
        </Box>
      </Box>
      <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5 }}>
        <Box
          sx={{ fontSize: 'clamp(16px, 1.25vw, 24px)', lineHeight: 1.1, fontVariantNumeric: 'tabular-nums' }}
        >
          <CountdownText until={basket.expires_at} form="clock" label={basket.login_name} />
        </Box>
        <CountdownTiles until={basket.expires_at} totalSeconds={WHOLE} />
      </Box>
      <Button
        component={Link}
        to={payPath}
        state={{ pay: basket.task_id }}
        aria-label={t('onSale.payBasket', { seats, login: basket.login_name })}
        sx={{ minHeight: { xs: 40, sm: 30 } }}
      >
        {t('onSale.pay')}
      </Button>
    </Box>
  );
}
