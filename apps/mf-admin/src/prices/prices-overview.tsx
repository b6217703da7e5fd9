import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { PriceListDto } from '@tessera/api';
import { formatMoney, QueryContent, useLocale } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type LevelNames, rangeText } from './price-text';
import { pricesQuery } from './prices.api';

export interface PricesOverviewProps {
  siteId: number;
  eventId: number;
  levels: LevelNames;
  /** Null for those who may not change the event. */
  onEdit: (() => void) | null;
}

/** The prices that apply to an event: its own, else those of its site. */
export function PricesOverview({ siteId, eventId, levels, onEdit }: PricesOverviewProps) {
  const t = useTexts();
  const id = useId();
  const own = useQuery(pricesQuery('event', eventId));
  const hasOwn = (own.data?.ranges.length ?? 0) > 0;
  const ofSite = useQuery({ ...pricesQuery('site', siteId), enabled: own.isSuccess && !hasOwn });
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30 }}>
        <Box component="h3" id={id} sx={{ typography: 'h5', m: 0, flex: 1 }}>
          {t('prices.title')}
        </Box>
        {onEdit ? (
          <Button size="small" variant="text" onClick={onEdit}>
            {t('prices.edit')}
          </Button>
        ) : null}
      </Box>
      <QueryContent query={own.isSuccess && !hasOwn ? ofSite : own} inset="none" skeletons={[48]}>
        {(list) => <List list={list} levels={levels} />}
      </QueryContent>
    </Box>
  );
}

function List({ list, levels }: { list: PriceListDto; levels: LevelNames }) {
  const t = useTexts();
  const { locale } = useLocale();
  const { currency, ranges, fee_per_seat, fee_per_order } = list;
  if (ranges.length === 0 || currency === null)
    return <Box sx={{ color: 'text.secondary' }}>{t('prices.none')}</Box>;
  const fees = [
    fee_per_seat > 0 ? t('prices.perSeat', { fee: formatMoney(fee_per_seat, currency) }) : '',
    fee_per_order > 0 ? t('prices.perOrder', { fee: formatMoney(fee_per_order, currency) }) : '',
  ].filter(Boolean);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      {list.event_id === null ? <Box sx={{ color: 'text.secondary' }}>{t('prices.ofSite')}</Box> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, overflowWrap: 'anywhere' }}>
        {ranges.map((range) => (
          <li key={`${range.level}/${range.area}`}>{rangeText(t, { levels, currency, locale }, range)}</li>
        ))}
        {fees.length > 0 ? (
          <li>
            {t('prices.fees')}: {fees.join(', ')}
          </li>
        ) : null}
      </Box>
    </Box>
  );
}
