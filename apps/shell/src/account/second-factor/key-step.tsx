import type { SecondFactorSecretDto } from '@tessera/api';
import { TextField } from '@tessera/ui';
import { Box, Button } from '@mui/material';
import { Smartphone } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../texts';
import { useConfirmSecondFactor } from './second-factor.api';
import { StepDialog } from './step-dialog';

export interface KeyStepProps {
  secret: SecondFactorSecretDto;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** The key for the app, and the first code that proves that the app has it. */
export function KeyStep({ secret, onDone, onClose }: KeyStepProps) {
  const t = useTexts();
  const form = useForm({ defaultValues: { code: '' } });
  const { mutateAsync: confirm } = useConfirmSecondFactor();
  return (
    <StepDialog
      title={t('secondFactor.turnOnTitle')}
      form={form}
      submitLabel={t('secondFactor.turnOn')}
      onSubmit={async ({ code }) => onDone(await confirm(code))}
      onClose={onClose}
    >
      <Box>{t('secondFactor.scan')}</Box>
      <Box
        component="code"
        aria-label={t('secondFactor.key')}
        sx={{
          fontSize: 15,
          p: 1.5,
          borderRadius: '6px',
          border: 1,
          borderColor: 'line.main',
          bgcolor: 'surface.sunken',
          userSelect: 'all',
        }}
      >
        {inFours(secret.secret)}
      </Box>
      <Box>
        <Button
          component="a"
          href={secret.otpauth_url}
          startIcon={<Smartphone size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('secondFactor.open')}
        </Button>
      </Box>
      <TextField
        control={form.control}
        name="code"
        label={t('secondFactor.code')}
        help={t('secondFactor.codeHelp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        rules={{ required: t('secondFactor.codeNeeded') }}
      />
    </StepDialog>
  );
}

/** A key as people can copy it by eye: groups of four. */
const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key;
