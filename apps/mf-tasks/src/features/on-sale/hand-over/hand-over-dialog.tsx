import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { type OnSaleDto, serverNow, useUser } from '@tessera/api';
import {
  describeError,
  DialogFrame,
  DialogHeader,
  ErrorAlert,
  SegmentedControl,
  useLocale,
  useSnackbar,
} from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { forecastText } from '../../../payers/forecast-text';
import { payersQuery } from '../../../payers/payers.api';
import { useTexts } from '../../../texts';
import { handOverQuery } from './hand-over.api';
import { handOverText } from './hand-over-text';
import { useHandOverTexts } from './texts';

const HOUR_MS = 3_600_000;
const periods = ['away', 'on', 'hour'] as const;
type Period = (typeof periods)[number];

export interface HandOverDialogProps {
  event: OnSaleDto['event'];
  /** When the reader looked away last, epoch milliseconds; null: not yet. */
  awaySince: number | null;
  onClose: () => void;
}

/** A note of what happened, for the person who takes over: plain text to copy. Nothing of it is stored. */
export function HandOverDialog({ event, awaySince, onClose }: HandOverDialogProps) {
  const id = useId();
  const t = useHandOverTexts();
  const words = useTexts();
  const { timeZone } = useLocale();
  const { show } = useSnackbar();
  const { data: payers } = useQuery(payersQuery(event.id, false));
  const [anHourAgo] = useState(() => serverNow() - HOUR_MS);
  const { id: userId } = useUser();
  const mine = payers?.payers.find(({ user_id }) => user_id === userId)?.since ?? null;
  const starts: Record<Period, number | null> = {
    away: awaySince,
    on: mine === null ? null : Date.parse(mine),
    hour: anHourAgo,
  };
  const known = periods.filter((period) => starts[period] !== null);
  const [chosen, choose] = useState<Period>(awaySince === null ? 'hour' : 'away');
  const since = starts[chosen] ?? anHourAgo;
  const { data: facts, error, refetch } = useQuery(handOverQuery(event.id, since));
  const text =
    facts &&
    handOverText(facts, {
      t,
      words,
      eventName: event.name,
      timeZone,
      payers: payers?.payers.map(({ name }) => name),
      forecast: payers && forecastText(words, payers.forecast),
    });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text ?? '');
      show(t('copied'));
    } catch {
      show({ message: t('notCopied'), tone: 'error' });
    }
  };
  return (
    <DialogFrame
      open
      width={680}
      labelledBy={id}
      onClose={onClose}
      header={<DialogHeader id={id} title={t('title')} subtitle={event.name} onClose={onClose} />}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            variant="contained"
            startIcon={<Copy size={16} strokeWidth={1.75} aria-hidden />}
            disabled={text === undefined}
            onClick={() => void copy()}
          >
            {t('copy')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        {known.length > 1 ? (
          <SegmentedControl
            label={t('period')}
            value={chosen}
            onChange={choose}
            segments={known.map((value) => ({ value, label: t(`periods.${value}`) }))}
          />
        ) : null}
        {text !== undefined ? (
          <Box
            role="document"
            aria-label={t('note')}
            // Scrolled by keyboard where it is long.
            tabIndex={0}
            sx={{
              width: '100%',
              p: 2,
              border: 1,
              borderColor: 'line.main',
              borderRadius: '6px',
              bgcolor: 'surface.sunken',
              typography: 'body2',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {text}
          </Box>
        ) : error ? (
          <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={220} width="100%" />
        )}
      </Box>
    </DialogFrame>
  );
}
