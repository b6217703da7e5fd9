import { useForm, useWatch } from 'react-hook-form';
import type { Editing, PriceRangeDto } from '@tessera/api';
import { Alert, useLocale, useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, TextField, useStaleSave } from '@tessera/ui/forms';
import { Box, Typography } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type LevelNames, rangeText } from './price-text';
import { type PriceValues, toInput } from './price-values';
import { type PriceList, type PricesOf, useReplacePrices } from './prices.api';
import { Proposal } from './proposal';
import { RangeFields } from './range-fields';

export interface PricesFormProps {
  of: PricesOf;
  /** The site or event. */
  name: string;
  /** The currency of the site; null: unknown. */
  siteCurrency: string | null;
  levels: LevelNames;
  areas: readonly string[];
  editing: Editing<PriceList>;
  onReload: () => void;
  onClose: () => void;
}

/** Edits the prices of a site or an event, and offers what workers saw. */
export function PricesForm(props: PricesFormProps) {
  const { of, name, siteCurrency, levels, areas, editing, onReload, onClose } = props;
  const t = useTexts();
  const { locale } = useLocale();
  const snackbar = useSnackbar();
  const { row: list, etag } = editing;
  const form = useForm<PriceValues>({
    defaultValues: {
      currency: list?.currency ?? '',
      fee_per_seat: list?.fee_per_seat ?? 0,
      fee_per_order: list?.fee_per_order ?? 0,
      ranges: list?.ranges ?? [],
    },
  });
  const { control } = form;
  const typed = useWatch({ control, name: 'currency' }).trim().toUpperCase();
  const { mutateAsync: replace } = useReplacePrices(of);
  const stale = useStaleSave({
    name: t('prices.titleOf', { name }),
    fieldLabels: {
      currency: t('prices.currency'),
      fee_per_seat: t('prices.feePerSeat'),
      fee_per_order: t('prices.feePerOrder'),
      ranges: t('prices.ranges'),
    },
    formats: {
      ranges: (ranges) =>
        (ranges as PriceRangeDto[])
          .map((range) => rangeText(t, { levels, currency: typed || 'GBP', locale }, range))
          .join('; ') || '–',
    },
    onReload,
  });
  if (!list) return null;
  const save = async (values: PriceValues) => {
    const body = toInput(values);
    const change = { ...body };
    await stale.save(etag, change, (version) => replace({ id: list.id, body, etag: version }));
    snackbar.show(t(body.ranges.length > 0 ? 'prices.saved' : 'prices.removed'));
  };
  return (
    <FormDialog
      open
      width={760}
      title={t('prices.titleOf', { name })}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(of === 'site' ? 'prices.siteHelp' : 'prices.eventHelp')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        <TextField
          control={control}
          name="currency"
          label={t('prices.currency')}
          help={t('prices.currencyHelp')}
          maxLength={3}
          rules={{ required: t('prices.currencyMissing') }}
        />
        <NumberField control={control} name="fee_per_seat" label={t('prices.feePerSeat')} decimal min={0} />
        <NumberField control={control} name="fee_per_order" label={t('prices.feePerOrder')} decimal min={0} />
      </Box>
      {siteCurrency !== null && typed.length === 3 && typed !== siteCurrency ? (
        <Alert tone="info">{t('prices.otherCurrency', { currency: siteCurrency })}</Alert>
      ) : null}
      <RangeFields control={control} levels={levels} areas={areas} />
      <Proposal of={of} id={list.id} form={form} />
      {stale.dialog}
    </FormDialog>
  );
}
