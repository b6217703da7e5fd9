import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { PriceProposalDto, ProposedRangeDto } from '@tessera/api';
import { formatCost } from '@tessera/product-ui/costs';
import { Alert, QueryContent, useLocale } from '@tessera/ui';
import { Box, Button, Typography } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { rangeName } from './price-text';
import type { PriceValues, RangeValues } from './price-values';
import { type PricesOf, proposalQuery } from './prices.api';

export interface ProposalProps {
  of: PricesOf;
  id: number;
  form: UseFormReturn<PriceValues>;
}

/** The prices that workers saw, to be accepted into the form. */
export function Proposal({ of, id, form }: ProposalProps) {
  const t = useTexts();
  const titleId = useId();
  const found = useQuery(proposalQuery(of, id));
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gap: 1, borderTop: 1, borderColor: 'line.main', pt: 2 }}
    >
      <Typography variant="h5" component="h3" id={titleId}>
        {t('prices.seen.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('prices.seen.help')}
      </Typography>
      <QueryContent query={found} inset="none" skeletons={[72]}>
        {(proposal) =>
          proposal.currency === null ? (
            <Box role="status">{t('prices.seen.none')}</Box>
          ) : (
            <Seen proposal={proposal} currency={proposal.currency} form={form} />
          )
        }
      </QueryContent>
    </Box>
  );
}

const isFor = ({ level, area }: RangeValues, range: ProposedRangeDto): boolean =>
  level === range.level && area.trim() === range.area;

function Seen({
  proposal,
  currency,
  form,
}: {
  proposal: PriceProposalDto;
  currency: string;
  form: UseFormReturn<PriceValues>;
}) {
  const t = useTexts();
  const { locale } = useLocale();
  const [hasAccepted, setHasAccepted] = useState(false);
  const values = useWatch({ control: form.control }) as PriceValues;
  const listed = values.currency.trim().toUpperCase();
  const isOther = values.ranges.length > 0 && listed !== currency;
  const accept = (accepted: readonly ProposedRangeDto[]) => {
    const kept = values.ranges.filter((range) => !accepted.some((each) => isFor(range, each)));
    const added = accepted.map(({ level, area, min, max }) => ({ level, area, min, max }));
    form.setValue('currency', currency, { shouldDirty: true });
    form.setValue('ranges', [...kept, ...added], { shouldDirty: true });
    setHasAccepted(true);
  };
  const clearFees = () => {
    form.setValue('fee_per_seat', 0, { shouldDirty: true });
    form.setValue('fee_per_order', 0, { shouldDirty: true });
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, color: 'text.secondary' }}>{t(`prices.seen.${proposal.source}`)}</Box>
        <Button size="small" disabled={isOther} onClick={() => accept(proposal.ranges)}>
          {t('prices.seen.acceptAll')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {proposal.ranges.map((range) => {
          const area = rangeName(t, {}, range);
          const price = formatCost({ ...range, currency }, locale);
          return (
            <Box
              component="li"
              key={`${range.level}/${range.area}`}
              sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {t('prices.seen.line', { area, price, count: range.seats })}
              </Box>
              <Button
                size="small"
                variant="text"
                disabled={isOther}
                aria-label={t('prices.seen.acceptNamed', { area })}
                onClick={() => accept([range])}
              >
                {t('prices.seen.accept')}
              </Button>
            </Box>
          );
        })}
      </Box>
      {isOther ? (
        <Alert tone="info">{t('prices.seen.currencyDiffers', { seen: currency, currency: listed })}</Alert>
      ) : null}
      {hasAccepted && ((values.fee_per_seat ?? 0) > 0 || (values.fee_per_order ?? 0) > 0) ? (
        <Alert tone="warning" actions={<Button onClick={clearFees}>{t('prices.seen.clearFees')}</Button>}>
          {t('prices.seen.feesIncluded')}
        </Alert>
      ) : null}
      {proposal.other_currencies.map((other) => (
        <Box key={other.currency} sx={{ color: 'text.secondary', typography: 'caption' }}>
          {t('prices.seen.others', { count: other.seats, currency: other.currency })}
        </Box>
      ))}
    </>
  );
}
