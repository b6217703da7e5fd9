import { serverNow, useUser } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import {
  CountdownText,
  EmptyState,
  Lines,
  MoneyTotals,
  Panel,
  totalsByCurrency,
  useClockValue,
} from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { currentClaim } from './baskets';
import type { BasketDto, Claim } from './pay.api';

export interface QueuePanelProps {
  baskets: readonly BasketDto[];
  /** Baskets beyond those that are shown. */
  more: number;
  /** The basket that the person pays now. */
  current: number | null;
  /** Why nothing can be claimed. */
  blocked: string | undefined;
  isBusy: boolean;
  onTake: (id: number) => void;
  /** Takes a basket from the person who pays it. */
  onTakeOver: (basket: BasketDto, claim: Claim) => void;
}

/** The rest of the queue, and who pays which basket. */
export function QueuePanel({ baskets, more, current, ...actions }: QueuePanelProps) {
  const t = useTexts();
  return (
    <Panel title={t('pay.queue')} meta={t('pay.basketCount', { count: baskets.length + more })}>
      {baskets.length === 0 ? <EmptyState>{t('pay.empty')}</EmptyState> : null}
      <Lines>
        {baskets.map((basket) => (
          <QueueLine key={basket.id} basket={basket} isCurrent={basket.id === current} {...actions} />
        ))}
        {more > 0 ? <li>{t('pay.more', { count: more })}</li> : null}
      </Lines>
    </Panel>
  );
}

type QueueLineProps = Pick<QueuePanelProps, 'blocked' | 'isBusy' | 'onTake' | 'onTakeOver'> & {
  basket: BasketDto;
  isCurrent: boolean;
};

function QueueLine({ basket, isCurrent, blocked, isBusy, onTake, onTakeOver }: QueueLineProps) {
  const t = useTexts();
  const { id: userId } = useUser();
  const isClaimed = useClockValue(() => currentClaim(basket, serverNow()) !== null);
  const claim = isClaimed ? basket.claim : null;
  const isOwn = claim?.user_id === userId;
  return (
    <li aria-current={isCurrent || undefined}>
      <span className="words">
        <span className="title" title={basket.event_name}>
          {basket.event_name}
        </span>
        <span className="detail">
          {formatSeats(basket.seats)} · {basket.login_name} ·{' '}
          <MoneyTotals totals={totalsByCurrency(basket.seats)} />
        </span>
        {claim && !isOwn ? <b className="detail">{t('pay.paidBy', { who: claim.who })}</b> : null}
      </span>
      <CountdownText
        until={basket.expires_at}
        form="clock"
        now={serverNow}
        label={`${basket.event_name}, ${basket.login_name}`}
      />
      <Box component="span" className="end" sx={{ minWidth: 72, textAlign: 'right' }}>
        {isCurrent ? (
          <b>{t('pay.you')}</b>
        ) : claim && !isOwn ? (
          <Button
            size="small"
            variant="text"
            disabled={isBusy || blocked !== undefined}
            title={blocked}
            aria-label={t('pay.takeOverOf', { event: basket.event_name, login: basket.login_name })}
            onClick={() => onTakeOver(basket, claim)}
          >
            {t('pay.takeOver')}
          </Button>
        ) : (
          <Button
            size="small"
            disabled={isBusy || blocked !== undefined}
            title={blocked}
            aria-label={t('pay.takeOf', { event: basket.event_name, login: basket.login_name })}
            onClick={() => onTake(basket.id)}
          >
            {t(isOwn ? 'pay.resume' : 'pay.take')}
          </Button>
        )}
      </Box>
    </li>
  );
}
