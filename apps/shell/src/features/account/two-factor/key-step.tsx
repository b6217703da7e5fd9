import { Smartphone } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useForm } from 'react-hook-form';
import type { SecondFactorSecretDto } from '@tessera/api';
import { TextField } from '@tessera/ui/forms';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { StepDialog } from './step-dialog';
import { useTwoFactorTexts } from './texts';
import { useConfirmTwoFactor } from './two-factor.api';

// Loaded on demand: only turning two-factor authentication on needs the QR code.
const QrCode = lazy(() => import('./qr-code'));

export interface KeyStepProps {
  secret: SecondFactorSecretDto;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the key for the app and asks for a first code, which proves that the app has it. */
export function KeyStep({ secret, onDone, onClose }: KeyStepProps) {
  const t = useTwoFactorTexts();
  const form = useForm({ defaultValues: { code: '' } });
  const { mutateAsync: confirm } = useConfirmTwoFactor();
  return (
    <StepDialog
      title={t('turnOnTitle')}
      form={form}
      submitLabel={t('turnOn')}
      onSubmit={async ({ code }) => onDone(await confirm(code))}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '200px minmax(0, 1fr)' },
          gap: 2,
          alignItems: 'center',
          justifyItems: { xs: 'center', sm: 'stretch' },
        }}
      >
        <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
          <QrCode text={secret.otpauth_url} label={t('qr')} />
        </Suspense>
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Box>{t('scan')}</Box>
          <Box
            component="code"
            aria-label={t('key')}
            sx={{
              fontSize: 13,
              p: 1.5,
              borderRadius: '6px',
              border: 1,
              borderColor: 'line.main',
              bgcolor: 'surface.sunken',
              userSelect: 'all',
            }}
          >
            {groupInFours(secret.secret)}
          </Box>
          <Button
            component="a"
            href={secret.otpauth_url}
            startIcon={<Smartphone size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('open')}
          </Button>
        </Box>
      </Box>
      <TextField
        control={form.control}
        name="code"
        label={t('code')}
        help={t('codeHelp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        rules={{ required: t('codeNeeded') }}
      />
    </StepDialog>
  );
}

/** Splits a key into groups of four, which are easier to copy by eye. */
const groupInFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key;
