import { ClipboardPaste } from 'lucide-react';
import { type Ref, useState } from 'react';
import { formatTotals, totalsByCurrency, useUnsavedInput } from '@tessera/ui';
import { PlainTextField } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { PayableSeats } from './baskets';
import { KeyHint } from './login-fields';

const MAX_REFERENCE = 120;

export interface ConfirmFormProps {
  paid: PayableSeats;
  isBusy: boolean;
  isNarrow: boolean;
  /** Whether recording is what comes next; otherwise it is opening the basket. */
  isMain: boolean;
  inputRef: Ref<HTMLInputElement>;
  onConfirm: (reference: string) => Promise<boolean>;
}

/** Takes the site's order reference and records the seats as paid; the button says in numbers what is recorded. */
export function ConfirmForm({ paid, isBusy, isNarrow, isMain, inputRef, onConfirm }: ConfirmFormProps) {
  const t = useTexts();
  const [reference, setReference] = useState('');
  const [isMissing, setMissing] = useState(false);
  useUnsavedInput(reference !== '');
  const totals = formatTotals(totalsByCurrency(paid.seats));
  const values = { count: paid.seats.length, sum: totals };
  const submit = async () => {
    const given = reference.trim();
    setMissing(given === '');
    if (given === '' || isBusy) return;
    if (await onConfirm(given)) setReference('');
  };
  const paste = async () => {
    try {
      const text = (await navigator.clipboard.readText()).trim().slice(0, MAX_REFERENCE);
      if (text !== '') setReference(text);
    } catch {
      // Without the permission the person pastes by hand.
    }
  };
  return (
    <Box
      component="form"
      aria-label={t('pay.record')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <PlainTextField
        label={
          <>
            {t('pay.reference')}
            <KeyHint aria-hidden>R</KeyHint>
          </>
        }
        value={reference}
        onChange={(text) => {
          setReference(text);
          setMissing(false);
        }}
        error={isMissing ? t('pay.referenceMissing') : undefined}
        onKeyDown={({ key, target }) => {
          // The page's keys work again once the field has lost the focus.
          if (key === 'Escape') (target as HTMLElement).blur();
        }}
        maxLength={MAX_REFERENCE}
        autoComplete="off"
        inputRef={inputRef}
        large={isNarrow}
        end={
          <IconButton
            size="small"
            aria-label={t('pay.paste')}
            title={t('pay.paste')}
            onClick={() => void paste()}
          >
            <ClipboardPaste size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      />
      <Button
        type="submit"
        variant={isMain ? 'contained' : 'outlined'}
        disabled={isBusy || paid.seats.length === 0}
        sx={isNarrow ? { minHeight: 44 } : {}}
      >
        {t(paid.late ? 'pay.recordLate' : 'pay.recordSeats', values)}
      </Button>
    </Box>
  );
}
