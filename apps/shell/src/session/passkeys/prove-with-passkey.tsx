import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { mePasskeyOptions, meReauthenticate } from '@tessera/api';
import { Box, Button } from '@tessera/ui/mui';
import { signWithPasskey } from './ceremonies';
import { PasskeyProblem } from './passkey-problem';
import { usePasskeyTexts } from './texts';

/** Proves by a passkey that it is still the user, in place of password and code. */
export function ProveWithPasskey({ onProved }: { onProved: () => void }) {
  const t = usePasskeyTexts();
  const proof = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey((await mePasskeyOptions()).data.options);
      await meReauthenticate({ body: { passkey } });
    },
    onSuccess: onProved,
  });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {proof.isError ? <PasskeyProblem error={proof.error} /> : null}
      <Box>
        <Button
          variant="contained"
          loading={proof.isPending}
          startIcon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => proof.mutate()}
        >
          {t('use')}
        </Button>
      </Box>
    </Box>
  );
}
