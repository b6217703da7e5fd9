import { useState } from 'react';
import { Box, Button } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { AuthForm } from './auth-form';
import { useSessionTexts } from './texts';

export interface CodeStepProps {
  /** The e-mail address of the account. */
  email: string;
  pending: boolean;
  onCode: (code: string) => void;
  /** Returns to e-mail and password. */
  onBack: () => void;
}

/** The second step of signing in, for accounts with two-factor authentication. */
export function CodeStep({ email, pending, onCode, onBack }: CodeStepProps) {
  const t = useSessionTexts();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const send = () => {
    setMissing(code.trim() === '');
    if (code.trim() !== '') onCode(code);
  };
  return (
    <AuthForm
      onSubmit={(event) => {
        event.preventDefault();
        send();
        return Promise.resolve();
      }}
    >
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{t('signIn.codeFor', { email })}</Box>
      <PlainTextField
        label={t('signIn.code')}
        help={t('signIn.codeHelp')}
        value={code}
        onChange={setCode}
        error={missing ? t('signIn.codeNeeded') : undefined}
        autoComplete="one-time-code"
        maxLength={40}
        autoFocus
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={pending}>
        {t('signIn.go')}
      </Button>
      <Button size="large" onClick={onBack}>
        {t('signIn.back')}
      </Button>
    </AuthForm>
  );
}
