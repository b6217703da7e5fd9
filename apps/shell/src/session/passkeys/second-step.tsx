import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '@tessera/api';
import { Box, Button } from '@tessera/ui/mui';
import type { SecondFactorProof } from '../auth-calls';
import { CodeStep } from '../code-step';
import { signWithPasskey } from './ceremonies';
import { PasskeyProblem } from './passkey-problem';
import { usePasskeyTexts } from './texts';

interface SecondStepProps {
  email: string;
  pending: boolean;
  /** The latest 401 that asked for a second factor, which says what it may be. */
  request: unknown;
  onProof: (proof: SecondFactorProof) => void;
  onBack: () => void;
}

/** The second step of signing in: a code or, for those who have one here, a passkey. */
export default function SecondStep({ email, pending, request, onProof, onBack }: SecondStepProps) {
  const t = usePasskeyTexts();
  const [error, setError] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const options = toApiError(request).context.passkey;
  const sendPasskey = async (asked: object) => {
    setError(null);
    setAsking(true);
    try {
      onProof({ passkey: await signWithPasskey(asked) });
    } catch (problem) {
      setError(problem);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      {typeof options === 'object' && options !== null ? (
        <Box sx={{ mt: 3, display: 'grid', gap: 1.5, textAlign: 'left' }}>
          {error === null ? null : <PasskeyProblem error={error} />}
          <Button
            variant="contained"
            size="large"
            fullWidth
            loading={asking || pending}
            startIcon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void sendPasskey(options)}
          >
            {t('use')}
          </Button>
        </Box>
      ) : null}
      <CodeStep email={email} pending={pending} onCode={(code) => onProof({ code })} onBack={onBack} />
    </>
  );
}
